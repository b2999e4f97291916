/* SPDX-License-Identifier: Apache-2.0
 *
 * A case: one call of one operation on stated data, and how its output is judged. Cases are made by the tables of cases.c,
 * by known-answer files, or by hand; the runner treats them alike. */
#ifndef CHECKHIP_SUITE_CASE_H
#define CHECKHIP_SUITE_CASE_H

#include "checkhip/provider.h"
#include "suite/case_qsa.h"

/* Data classes. All are made from the case's seed by SplitMix64. */
typedef enum ch_data {
	CH_DATA_RANDOM,		 /* random bytes, valid scales */
	CH_DATA_GAUSSIAN,	 /* gaussian weights through the quantizer, gaussian activations */
	CH_DATA_ONE_HOT,	 /* one non-zero code, walked over all positions */
	CH_DATA_DISTINCT_SCALES, /* another scale in every half-block */
	CH_DATA_ALL_SCALES,	 /* every scale byte, the invalid ones too */
	CH_DATA_EXACT,		 /* every sum representable: any order gives the same bytes (EXACT-INPUTS) */
	CH_DATA_CANCELLATION,	 /* large terms that cancel */
	CH_DATA_EXTREMES,	 /* all -128 or 127, the largest and smallest scales */
	CH_DATA_ZEROS,		 /* zeros of both signs, zero scales */
	CH_DATA_TROUBLE,	 /* for quantizers: NaN, infinities, FLT_MAX, subnormals, zero importance, ties */
	CH_DATA_DIGEST,		 /* the decode inputs whose answers are kept as SHA-256 */
	CH_DATA_BAD_SHAPE,	 /* what must be refused */
	CH_DATA_GIVEN,		 /* inputs and answers from a file */
	/* attention over selected cells alone; data_qsa.c has what each is for */
	CH_DATA_EQUAL_LOGITS,
	CH_DATA_ONE_CELL,
	CH_DATA_LARGE_LOGITS,
	CH_DATA_LOW_LOGITS,
	CH_DATA_LARGE_VALUES,
	CH_DATA_SUBNORMAL_SCALES,
	CH_DATA_HOT_ELEMENT,
	CH_DATA_COUNT
} ch_data;

/* Importance vectors for the weight quantizer. */
typedef enum ch_importance {
	CH_IMPORTANCE_NONE,
	CH_IMPORTANCE_PLAIN,   /* between 0 and 1 */
	CH_IMPORTANCE_ZERO,    /* all 0: the sum of weights is 0 */
	CH_IMPORTANCE_TROUBLE, /* zeros, NaN, infinity, negative, largest and subnormal among plain ones */
	CH_IMPORTANCE_COUNT
} ch_importance;

typedef enum ch_judge {
	CH_JUDGE_BYTES,	  /* the same bytes as the reference, or as given */
	CH_JUDGE_BOUND,	  /* DOT-BOUND for each output */
	CH_JUDGE_MODEL,	  /* the same bytes as the C model of the variant's order, and within the bound */
	CH_JUDGE_ULP64,	  /* doubles within 1 ulp: checks an answer file against the reference */
	CH_JUDGE_DIGEST,  /* SHA-256 of the output */
	CH_JUDGE_REFUSAL, /* the call must be refused with a status, and write nothing */
	CH_JUDGE_COUNT
} ch_judge;

/* What a file gives to a case of CH_DATA_GIVEN. Pointers live as long as the file stays open. They need no alignment. */
typedef struct ch_given {
	const void *w;		/* blocks */
	const void *x;		/* float32 */
	const void *importance; /* float32, or NULL */
	const void *x_q8_1;	/* blocks of 36 bytes */
	const void *expected;	/* the answer */
	size_t expected_bytes;
	size_t element_bytes;	  /* 4, 8, or block bytes: what a failure counts in */
	ch_order order;		  /* of the answer, where it is a binary32 sum (order.lanes 0: any) */
	const char *file, *array; /* "decode_fp3.bin", "y_valid" */
	size_t file_offset;	  /* of the answer */
} ch_given;

enum { CH_CASE_NAME = 128 };

typedef struct ch_case {
	char name[CH_CASE_NAME]; /* "mmvq/fp3/fp3-lut/random/k4096-r64-c1-w4": what --filter matches */
	ch_op op;
	ch_format format;
	ch_data data;
	ch_judge judge;
	ch_importance importance;
	int64_t k, rows, ncols;
	uint64_t seed;
	uint32_t variant, waves; /* as in ch_mmvq_args */
	ch_given given;
	ch_case_qsa qsa; /* of CH_OP_QSA, which uses none of format, k, rows, ncols */
} ch_case;

typedef struct ch_case_list {
	ch_case *cases;
	size_t count, capacity;
} ch_case_list;

/* Appends a copy; false when memory is out. */
bool ch_case_add(ch_case_list *list, const ch_case *one);
void ch_case_free(ch_case_list *list);

/* Verdicts. */
typedef enum ch_result { CH_PASS, CH_FAIL, CH_SKIP, CH_ERROR, CH_RESULT_COUNT } ch_result;

typedef struct ch_verdict {
	ch_result result;
	char clause[24];    /* "SCALE-SPLIT"; empty on a pass */
	char text[1024];    /* what broke and where, or why it was skipped; one line */
	char explains[512]; /* what it looks like; may be empty */
	double power;	    /* what the smallest one-code fault does, over its bound; negative: not measured */
	double over_bound;  /* largest error / bound; negative: not measured */
	int64_t over_row, over_col;
	char over_place[64]; /* of the largest error, where it is not a row and a column; may be empty */
	char variant[64];    /* what ran */
	char note[512];	     /* the provider's evidence */
	bool timed_out;	     /* the call did not end within the time limit */
	double seconds;
} ch_verdict;

#endif
