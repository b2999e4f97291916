/* SPDX-License-Identifier: Apache-2.0
 *
 * What differs between two completions of one prompt, and what that means. */
#ifndef CHECKHIP_GOLDEN_JUDGE_H
#define CHECKHIP_GOLDEN_JUDGE_H

#include "golden/ask.h"

typedef enum ch_golden_verdict {
	CH_GOLDEN_MATCH,
	CH_GOLDEN_NEAR_TIE, /* the first other token was a coin flip in both runs */
	CH_GOLDEN_CHANGED,
	CH_GOLDEN_UNKNOWN,	    /* other text, and no margins to tell a near-tie from a change */
	CH_GOLDEN_PROMPT_CHANGED,   /* the model was given other tokens */
	CH_GOLDEN_NONDETERMINISTIC, /* the runs of one side differ */
	CH_GOLDEN_WRONG_CONTENT,    /* a check of the content fails */
	CH_GOLDEN_ACCEPTANCE_FELL,
	CH_GOLDEN_SERVER_ERROR,
	CH_GOLDEN_NOT_RUN,
	CH_GOLDEN_COUNT
} ch_golden_verdict;
const char *ch_golden_verdict_name(ch_golden_verdict verdict);

/* One run of a prompt. */
typedef enum ch_run_kind {
	CH_RUN_FIRST,
	CH_RUN_REPEATED,
	CH_RUN_AFTER_OTHERS,
	CH_RUN_CONCURRENT,
	CH_RUN_PLAIN /* for margins, without speculation */
} ch_run_kind;

typedef struct ch_run {
	ch_run_kind kind;
	bool streamed;
	int start; /* of the server: 0 is the first */
	ch_asked asked;
} ch_run;

typedef struct ch_runs {
	ch_run *runs;
	size_t count, capacity;
	ch_trouble trouble; /* kind NONE unless a run failed */
} ch_runs;

ch_run *ch_runs_add(ch_runs *runs); /* NULL when memory is out */
void ch_runs_free(ch_runs *runs);
const ch_run *ch_runs_first(const ch_runs *runs, ch_run_kind kind); /* NULL: none */

/* One side of a comparison: a recorded answer, or runs. */
typedef struct ch_side {
	const char *name;	   /* "recorded", "base", "now" */
	const ch_answer *recorded; /* NULL: the runs count */
	const ch_runs *runs;	   /* NULL: the recorded answer counts */
} ch_side;

typedef struct ch_judgement {
	ch_golden_verdict verdict;
	bool pass;
	char text[480];	   /* one line; empty on a plain match */
	ch_bytes diff;	   /* several lines; empty where nothing differs */
	int64_t token;	   /* first other token; -1: not known */
	int64_t byte;	   /* first other byte; -1: none */
	double margins[2]; /* there, of each side; negative: not known */
	double rates[2];   /* of accepted drafts; negative: not offered */
	ch_trouble_kind trouble;
} ch_judgement;

void ch_judge(const ch_suite *suite, const ch_prompt *prompt, const ch_side *base, const ch_side *now,
	      ch_judgement *judgement);
/* A first recording: its own runs must agree, and its checks hold. */
void ch_judge_alone(const ch_suite *suite, const ch_prompt *prompt, const ch_side *side, ch_judgement *judgement);
void ch_judgement_free(ch_judgement *judgement);

/* What a suite keeps of a side: its first answer, with the tokens of its plain run where the texts agree. */
bool ch_side_answer(const ch_side *side, ch_answer *answer);

/* Largest difference of the margins of two answers over the tokens that both begin with: the noise that makes near-ties.
 * Negative: nothing to compare. */
double ch_judge_noise(const ch_answer *a, const ch_answer *b);

/* In text_diff.c. A few words if line ends, a BOM or the last newline are all that differs (M10); NULL otherwise. */
const char *ch_text_only_differs_in(const ch_bytes *first, const ch_bytes *second);
int64_t ch_text_first_difference(const ch_bytes *a, const ch_bytes *b); /* -1: the same */
/* Number of the first token in which they differ; -1: the tokens of one are not known, or the same. */
int64_t ch_token_first_difference(const ch_answer *a, const ch_answer *b);
/* Text of a token; *size 0 past the end. */
const char *ch_token_text(const ch_answer *answer, size_t token, size_t *size);
bool ch_text_unified_diff(const char *name_a, const ch_answer *a, const char *name_b, const ch_answer *b,
			  ch_bytes *diff);

#endif
