/* SPDX-License-Identifier: Apache-2.0
 *
 * Failed attention: which query, head and dimension, what the failing ones have in common, and which fault would give what was
 * got. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/phrase.h"
#include "suite/qsa_fault.h"
#include "suite/run_parts.h"

enum { TRIED = 16, MAX_DIM = 256 };

/* A query's head is one vector of head_dim: they fail and are explained as a whole. */
typedef struct failing {
	const ch_qsa_failure *f;
	int64_t outputs, vectors, queries; /* failing ones */
	int64_t outside;		   /* outputs beyond their bound; 0: only bytes differ */
	int64_t first, worst;		   /* outputs */
	uint32_t most_ulps;
	int64_t tried[TRIED]; /* vectors: query * n_head + head */
	int64_t tried_count;
	int32_t narrowest, widest_right; /* widths of failing queries, and of those that do not fail */
	bool kv_heads_all;		 /* every KV head has a failing vector */
	int32_t kv_head;		 /* one that has */
} failing;

static bool beyond(const ch_qsa_failure *f, int64_t i)
{
	return ch_measure_over_bound(&f->got[i], &f->exact[i], &f->bound[i], 1).worst > 1.0;
}

static bool differs(const ch_qsa_failure *f, int64_t i)
{
	if (!f->expected || memcmp(&f->got[i], &f->expected[i], sizeof(float)) == 0)
		return false;
	return f->zero_signs || f->got[i] != f->expected[i];
}

static bool wrong(const failing *bad, int64_t i)
{
	return bad->outside ? beyond(bad->f, i) : differs(bad->f, i);
}

static bool vector_fails(const failing *bad, int64_t vector)
{
	int64_t dim = bad->f->args->head_dim;

	for (int64_t d = 0; d < dim; d++) {
		if (wrong(bad, vector * dim + d))
			return true;
	}
	return false;
}

static void count_outputs(failing *bad)
{
	const ch_qsa_args *args = bad->f->args;
	int64_t count = (int64_t)args->n_q * args->n_head * args->head_dim;

	for (int64_t i = 0; i < count; i++)
		bad->outside += beyond(bad->f, i);
	bad->first = -1;
	for (int64_t i = 0; i < count; i++) {
		if (!wrong(bad, i))
			continue;
		bad->outputs++;
		bad->first = bad->first < 0 ? i : bad->first;
		if (!bad->outside) {
			uint32_t ulps = ch_ulp_distance(bad->f->got[i], bad->f->expected[i]);

			bad->most_ulps = ulps > bad->most_ulps ? ulps : bad->most_ulps;
		}
	}
	bad->worst = ch_measure_over_bound(bad->f->got, bad->f->exact, bad->f->bound, count).index;
}

static void count_vectors(failing *bad)
{
	const ch_qsa_args *args = bad->f->args;
	int64_t count = (int64_t)args->n_q * args->n_head, seen = 0, query = -1;
	int32_t heads = args->n_head / args->n_kv_head;
	uint64_t kv_heads = 0;

	for (int64_t vector = 0; vector < count; vector++)
		bad->vectors += vector_fails(bad, vector);
	int64_t step = bad->vectors > TRIED ? (bad->vectors + TRIED - 1) / TRIED : 1;

	bad->narrowest = INT32_MAX;
	bad->widest_right = 0;
	for (int64_t vector = 0; vector < count; vector++) {
		int32_t width = args->width[vector / args->n_head];

		if (!vector_fails(bad, vector))
			continue;
		if (vector / args->n_head != query) {
			query = vector / args->n_head;
			bad->queries++;
		}
		bad->narrowest = width < bad->narrowest ? width : bad->narrowest;
		bad->kv_head = (int32_t)(vector % args->n_head) / heads;
		kv_heads |= UINT64_C(1) << (bad->kv_head & 63);
		if (seen++ % step == 0 && bad->tried_count < TRIED)
			bad->tried[bad->tried_count++] = vector;
	}
	bad->kv_heads_all = (kv_heads & (kv_heads - 1)) != 0 || args->n_kv_head == 1;
	for (int32_t i = 0; i < args->n_q; i++) {
		bool fails = false;

		for (int64_t h = 0; h < args->n_head && !fails; h++)
			fails = vector_fails(bad, (int64_t)i * args->n_head + h);
		if (!fails && args->width[i] > bad->widest_right)
			bad->widest_right = args->width[i];
	}
}

static void tell_where(const failing *bad, ch_verdict *verdict)
{
	const ch_qsa_failure *f = bad->f;
	const ch_qsa_args *args = f->args;
	int64_t at = bad->outside ? bad->worst : bad->first;
	int32_t width = args->width[at / args->head_dim / args->n_head];
	char *text = verdict->text, place[96];
	size_t size = sizeof(verdict->text);

	ch_qsa_place(args, at, place, sizeof(place));
	ch_phrase_set(text, size, "%" PRId64 " of %" PRId64 " outputs %s, in %" PRId64 " of %d queries; ", bad->outputs,
		      (int64_t)args->n_q * args->n_head * args->head_dim,
		      bad->outside ? "outside of the bound" : "differ in their bytes, all within the bound",
		      bad->queries, args->n_q);
	if (bad->outside)
		ch_phrase_add(text, size,
			      "worst: %s (%d cells): got %.9g, exact %.17g, error %.3g is %.3g times the bound", place,
			      width, (double)f->got[at], f->exact[at], fabs((double)f->got[at] - f->exact[at]),
			      ch_measure_over_bound(&f->got[at], &f->exact[at], &f->bound[at], 1).worst);
	else
		ch_phrase_add(text, size, "first: %s (%d cells): got %.9g, expected %.9g; %u ulp at most", place, width,
			      (double)f->got[at], (double)f->expected[at], bad->most_ulps);
	if (at == bad->first)
		return;
	ch_qsa_place(args, bad->first, place, sizeof(place));
	ch_phrase_add(text, size, "; first: %s", place);
}

/* Whether a vector of what was got is what a fault gives. Both sums have roundings: relative to sum p * |V|, binary32 leaves
 * a kernel 1e-5 at most, and where logits are large the bound says how much more. */
static bool vector_is(const ch_qsa_failure *f, int64_t vector, const double *out, const double *magnitude)
{
	int32_t dim = f->args->head_dim;

	for (int32_t d = 0; d < dim; d++) {
		double got = (double)f->got[vector * dim + d], bound = f->bound[vector * dim + d];
		double slack = 1e-5 * magnitude[d] + 2.0 * fmin(bound, 0.01 * magnitude[d]);

		if (!isfinite(out[d]) && !isfinite(got))
			continue;
		if (!(fabs(got - out[d]) <= slack))
			return false;
	}
	return true;
}

static bool vector_fits(const ch_qsa_failure *f, ch_qsa_fault fault, int64_t vector)
{
	double out[MAX_DIM], magnitude[MAX_DIM];
	int32_t heads = f->args->n_head;

	return ch_qsa_fault_head(f->args, fault, (int32_t)(vector / heads), (int32_t)(vector % heads), out,
				 magnitude) &&
	       vector_is(f, vector, out, magnitude);
}

static bool vector_is_finite(const ch_qsa_failure *f, int64_t vector)
{
	int64_t dim = f->args->head_dim;

	for (int64_t i = vector * dim; i < (vector + 1) * dim; i++) {
		if (isfinite(f->got[i]))
			return true;
	}
	return false;
}

/* Vectors that a fault explains; finite: those of them that hold a number. */
typedef struct fit {
	int64_t agree, finite;
} fit;

static fit fit_of(const failing *bad, ch_qsa_fault fault)
{
	fit one = {0, 0};

	/* most faults fit none: the first and the last show it */
	if (!vector_fits(bad->f, fault, bad->tried[0]) && !vector_fits(bad->f, fault, bad->tried[bad->tried_count - 1]))
		return one;
	for (int64_t t = 0; t < bad->tried_count; t++) {
		bool fits = vector_fits(bad->f, fault, bad->tried[t]);

		one.agree += fits;
		one.finite += fits && vector_is_finite(bad->f, bad->tried[t]);
	}
	return one;
}

static void tell(const failing *bad, int64_t agree, const char *clause, const char *words, ch_verdict *verdict)
{
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "%s", clause);
	ch_phrase_set(verdict->explains, sizeof(verdict->explains),
		      "this is what you get with %s (%" PRId64 " of %" PRId64 " failing heads of queries fit", words,
		      agree, bad->tried_count);
	if (bad->tried_count < bad->vectors)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), ", of %" PRId64, bad->vectors);
	ch_phrase_add(verdict->explains, sizeof(verdict->explains), ")");
}

static bool explain_by_fault(const failing *bad, ch_verdict *verdict)
{
	ch_qsa_fault best = CH_QSA_RIGHT;
	fit most = {0, 0};

	/* nearly right, so anything small would fit */
	if (fit_of(bad, CH_QSA_RIGHT).agree * 2 > bad->tried_count)
		return false;
	for (int fault = CH_QSA_RIGHT + 1; fault < CH_QSA_FAULT_COUNT; fault++) {
		fit one = fit_of(bad, (ch_qsa_fault)fault);
		/* whatever reads poison gives a NaN: only numbers tell who did. Exponentials overflow without any. */
		bool tells = one.finite > 0 || (fault == CH_QSA_NO_MAXIMUM && one.agree == bad->tried_count);

		if (!tells || one.agree <= most.agree)
			continue;
		most = one;
		best = (ch_qsa_fault)fault;
	}
	if (most.agree == 0 || most.agree * 10 < bad->tried_count * 7)
		return false;
	tell(bad, most.agree, ch_qsa_fault_clause(best), ch_qsa_fault_words(best), verdict);
	return true;
}

/* What the bits of a failing vector tell by themselves. */
typedef bool (*bits_test)(const ch_qsa_failure *f, int64_t i);

static bool is_unwritten(const ch_qsa_failure *f, int64_t i)
{
	return f->prefill && memcmp(&f->got[i], f->prefill, sizeof(float)) == 0;
}

static bool is_empty_query(const ch_qsa_failure *f, int64_t i)
{
	return f->args->width[i / f->args->head_dim / f->args->n_head] == 0 && isnan(f->got[i]);
}

static bool is_filled_query(const ch_qsa_failure *f, int64_t i)
{
	return f->args->width[i / f->args->head_dim / f->args->n_head] == 0;
}

static bool is_not_finite(const ch_qsa_failure *f, int64_t i)
{
	return !isfinite(f->got[i]) && isfinite(f->exact[i]);
}

static bool is_zero(const ch_qsa_failure *f, int64_t i)
{
	return f->got[i] == 0.0f;
}

static bool is_binary16(const ch_qsa_failure *f, int64_t i)
{
	float got = f->got[i];

	return ch_half_to_float(ch_float_to_half(got)) == got &&
	       fabs((double)got - f->exact[i]) <= f->bound[i] + fabs(f->exact[i]) * 0x1p-11 + 0x1p-25;
}

static const struct {
	bits_test test;
	const char *clause, *words;
} before_faults[] =
	{
		{is_unwritten, "QSA-VALUE", "outputs never written: they still hold their filling"},
		{is_empty_query, "QSA-VALUE", "an empty selection divided by its sum of 0: (-inf) - (-inf), or 0 / 0"},
		{is_filled_query, "QSA-VALUE", "something counted where nothing is selected"},
		{is_binary16, "QSA-VALUE", "the output rounded to binary16"},
},
  after_faults[] = {
	  {is_not_finite, "QSA-SELECT", "something read that no query selects: it is NaN, infinite or large here"},
	  {is_zero, "QSA-VALUE", "zeros in place of the results"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool vector_passes(const failing *bad, bits_test test, int64_t vector)
{
	int64_t dim = bad->f->args->head_dim;

	for (int64_t i = vector * dim; i < (vector + 1) * dim; i++) {
		if (wrong(bad, i) && !test(bad->f, i))
			return false;
	}
	return true;
}

static bool explain_by_bits(const failing *bad, bool before, ch_verdict *verdict)
{
	for (size_t i = 0; i < (before ? COUNT(before_faults) : COUNT(after_faults)); i++) {
		bits_test test = before ? before_faults[i].test : after_faults[i].test;
		int64_t agree = 0;

		for (int64_t t = 0; t < bad->tried_count; t++)
			agree += vector_passes(bad, test, bad->tried[t]);
		if (agree * 10 < bad->tried_count * 9)
			continue;
		tell(bad, agree, before ? before_faults[i].clause : after_faults[i].clause,
		     before ? before_faults[i].words : after_faults[i].words, verdict);
		return true;
	}
	return false;
}

static void tell_common(const failing *bad, ch_verdict *verdict)
{
	char *text = verdict->explains;
	size_t size = sizeof(verdict->explains);

	if (bad->widest_right > 0 && bad->narrowest > bad->widest_right)
		ch_phrase_add(text, size, "%sonly queries of %d cells and more fail; those of up to %d are right",
			      text[0] ? "; " : "", bad->narrowest, bad->widest_right);
	if (!bad->kv_heads_all)
		ch_phrase_add(text, size, "%sonly heads of KV head %d fail", text[0] ? "; " : "", bad->kv_head);
}

bool ch_diagnose_qsa(const ch_qsa_failure *f, ch_verdict *verdict)
{
	failing bad = {.f = f};

	count_outputs(&bad);
	if (bad.outputs == 0)
		return false;
	count_vectors(&bad);
	verdict->result = CH_FAIL;
	verdict->explains[0] = 0;
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "%s", bad.outside ? "QSA-VALUE" : f->clause);
	tell_where(&bad, verdict);
	if (!explain_by_bits(&bad, true, verdict) && !explain_by_fault(&bad, verdict))
		explain_by_bits(&bad, false, verdict);
	tell_common(&bad, verdict);
	return true;
}
