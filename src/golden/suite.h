/* SPDX-License-Identifier: Apache-2.0
 *
 * A suite in memory, and its folder on disk. docs/golden.md documents the file; suite_read.c checks it, suite_write.c makes
 * it. Strings are owned by the suite. */
#ifndef CHECKHIP_GOLDEN_SUITE_H
#define CHECKHIP_GOLDEN_SUITE_H

#include <stdint.h>

#include "golden/bytes.h"
#include "golden/suite_dir.h"
#include "golden/trouble.h"
#include "vectors/sums.h"

#define CH_SUITE_SCHEMA "checkhip-golden-1"

enum {
	CH_SUITE_MAX_PROMPTS = 1000,	/* SHA256SUMS may list 1024 files */
	CH_SUITE_MAX_TOKENS = 1 << 20,	/* of one answer or prompt */
	CH_SUITE_MAX_BYTES = 64 << 20,	/* suite.json */
	CH_ANSWER_MAX_BYTES = 16 << 20, /* one completion */
	CH_TOKEN_RUNNER_UP = 32,	/* bytes of a token that are kept */
	CH_PROMPT_ID = 65
};

/* One output token. The bytes of an answer's tokens, in order, are the answer's text, or the answer has no tokens. */
typedef struct ch_token {
	int64_t id;	/* -1: not offered */
	uint32_t bytes; /* of text */
	double margin;	/* top-1 minus top-2 of the log-probabilities; negative: not offered */
	uint8_t runner_up_bytes;
	uint8_t runner_up[CH_TOKEN_RUNNER_UP]; /* text of the second best token */
} ch_token;

/* One completion and what came with it. Negative numbers and empty strings: not offered. */
typedef struct ch_answer {
	ch_bytes text;
	ch_bytes thinking;
	char thinking_sha256[CH_SHA256_HEX]; /* of thinking text that is not kept; "" if there was none */
	char finish_reason[32];
	ch_token *tokens;
	size_t token_count;
	int64_t *prompt_ids;
	size_t prompt_id_count; /* 0: not offered */
	int64_t prompt_tokens;	/* by the server's count */
	int64_t drafted, accepted;
	double accept_rate; /* given by the server or accepted / drafted */
	int64_t cached;	    /* prompt tokens taken from the prompt cache */
	double prompt_ms, decode_ms;
} ch_answer;

typedef enum ch_check_kind {
	CH_CHECK_CONTAINS,
	CH_CHECK_MATCHES,
	CH_CHECK_JSON,
	CH_CHECK_NUMBER,
	CH_CHECK_COUNT
} ch_check_kind;

typedef struct ch_check {
	ch_check_kind kind;
	char *text; /* contains: the text; matches: a POSIX extended regular expression */
	double number, tolerance;
} ch_check;

/* Why an earlier golden was given up. */
typedef struct ch_acceptance {
	char *why;
	char when[32];
	char old_sha256[CH_SHA256_HEX], new_sha256[CH_SHA256_HEX];
} ch_acceptance;

typedef enum ch_topic {
	CH_TOPIC_CODE,
	CH_TOPIC_ALGORITHMS,
	CH_TOPIC_ARITHMETIC,
	CH_TOPIC_LOGIC,
	CH_TOPIC_LONG_FORM,
	CH_TOPIC_JSON,
	CH_TOPIC_RECALL,
	CH_TOPIC_REPETITION,
	CH_TOPIC_OTHER,
	CH_TOPIC_COUNT
} ch_topic;
extern const char *const ch_topic_names[CH_TOPIC_COUNT];

typedef struct ch_prompt {
	char id[CH_PROMPT_ID];
	ch_topic topic;
	bool tolerant; /* class: exact or tolerant */
	bool raw;      /* the text goes to the model as it is, without the chat template */
	char *text;
	int64_t max_tokens; /* 0: the suite's */
	ch_check *checks;
	size_t check_count;
	bool has_answer;
	ch_answer answer;
	ch_acceptance *acceptances;
	size_t acceptance_count;
} ch_prompt;

/* What served the recording. Everything that is known to change text is here. "" and negative: not offered. */
typedef struct ch_identity {
	char server[32]; /* adapter: "llama.cpp" */
	char build[128], model[256], fingerprint[128], quantization[64];
	char template_sha256[CH_SHA256_HEX];
	int64_t model_bytes, context, batch, slots, verify_width;
	char speculative[64];
} ch_identity;

typedef struct ch_model {
	char sha256[CH_SHA256_HEX]; /* of the file, when --model named it */
	int64_t size;		    /* -1: not known */
	char architecture[64];
	char *tensor_types; /* "F32 x 109, Q4_K x 60"; NULL: not known */
} ch_model;

/* name=value of the allow-list that was set when the suite was recorded */
typedef struct ch_variable {
	char *name, *value;
} ch_variable;

typedef enum ch_cache_switch { CH_CACHE_DEFAULT, CH_CACHE_ON, CH_CACHE_OFF } ch_cache_switch;

typedef struct ch_suite {
	char name[CH_PROMPT_ID];
	ch_model model;
	ch_identity identity;
	int64_t max_tokens, seed;
	char *system;		/* NULL: none */
	ch_cache_switch cache;	/* of the prompt cache */
	double near_tie;	/* threshold on both margins, in logits */
	bool near_tie_measured; /* else a start value, and reports say so */
	double acceptance_tolerance;
	char *start;	   /* command that started the server; NULL: none */
	char recorded[32]; /* UTC */
	char witness[256]; /* of the route that ran; "" if none was given */
	ch_variable *variables;
	size_t variable_count;
	ch_prompt *prompts;
	size_t prompt_count, prompt_capacity;
} ch_suite;

/* Near-tie threshold of a suite in which none was measured: the largest margin of a real flip known to us, 0.155 logits
 * (GOLDEN.md), rounded up. */
#define CH_NEAR_TIE_START 0.16
#define CH_ACCEPTANCE_TOLERANCE_START 0.05

void ch_suite_init(ch_suite *suite);
void ch_suite_free(ch_suite *suite);
void ch_answer_free(ch_answer *answer);
void ch_answer_init(ch_answer *answer); /* everything "not offered" */
bool ch_answer_copy(ch_answer *to, const ch_answer *from);
ch_prompt *ch_suite_find(ch_suite *suite, const char *id);
ch_prompt *ch_suite_add(ch_suite *suite); /* NULL when memory is out; pointers into prompts move */

/* Gives a prompt its golden. why is NULL for the first; later it and the time are kept with both sums. */
bool ch_prompt_replace(ch_prompt *prompt, const ch_answer *answer, const char *why, const char *when,
		       ch_trouble *trouble);

/* The suite of the eight topics that the tool carries. */
bool ch_suite_ready(ch_suite *suite, ch_trouble *trouble);

/* Checks of the text, in suite_read.c: every field, no field twice, no other field. where names the file in messages. */
bool ch_suite_parse(ch_suite *suite, const char *json, size_t size, const char *where, ch_trouble *trouble);
bool ch_suite_print(const ch_suite *suite, ch_bytes *json);

/* The whole folder: suite.json, the completions, and SHA256SUMS, each checked against the other. An edited suite.json (its
 * sum differs) is trouble unless edited_allowed: the recorder and `accept` seal it anew. */
bool ch_suite_read(ch_suite *suite, const ch_suite_dir *folder, bool edited_allowed, ch_trouble *trouble);

/* Replaces the folder's content; the lock must be held. */
bool ch_suite_write(const ch_suite *suite, ch_suite_dir *folder, ch_trouble *trouble);

/* Runs the prompt's checks on a text: the number of the first that fails, or -1. *why gets a sentence. */
int ch_check_run(const ch_check *checks, size_t count, const ch_bytes *bytes, char *why, size_t size);
/* NULL, or why the regular expression is none. */
const char *ch_check_bad_pattern(const char *pattern, char *buffer, size_t size);

#endif
