/* SPDX-License-Identifier: Apache-2.0
 *
 * A failed mmvq: which output is farthest outside of its bound, and which fault would give what was got. An explanation counts
 * when it fits within the bound for nine tenths of the failing outputs that are tried. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/mmvq_fault.h"
#include "suite/mmvq_weight.h"
#include "suite/phrase.h"

enum { TRIED = 64, SCREENED = 3 };

/* The failing outputs, and some of them, evenly spread, that explanations are tried on. */
typedef struct failing {
	int64_t count, rows, columns; /* rows and columns that have one */
	int64_t first;
	int64_t tried[TRIED];
	int64_t tried_count;
} failing;

typedef struct fit {
	int64_t agree, tried;
} fit;

static bool is_outside(const ch_mmvq_failure *f, int64_t i)
{
	return ch_measure_over_bound(&f->got[i], &f->exact[i], &f->bound[i], 1).worst > 1.0;
}

static failing find_failing(const ch_mmvq_failure *f)
{
	failing found = {.first = -1};
	int64_t outputs = f->rows * f->ncols, seen = 0;

	for (int64_t i = 0; i < outputs; i++)
		found.count += is_outside(f, i);
	for (int64_t row = 0; row < f->rows; row++) {
		bool any = false;

		for (int64_t col = 0; col < f->ncols && !any; col++)
			any = is_outside(f, col * f->rows + row);
		found.rows += any;
	}
	int64_t step = found.count > TRIED ? found.count / TRIED : 1, column = -1;

	for (int64_t i = 0; i < outputs; i++) {
		if (!is_outside(f, i))
			continue;
		if (found.first < 0)
			found.first = i;
		if (i / f->rows != column) {
			column = i / f->rows;
			found.columns++;
		}
		if (seen++ % step == 0 && found.tried_count < TRIED)
			found.tried[found.tried_count++] = i;
	}
	return found;
}

static bool fits(fit one)
{
	return one.agree > 0 && one.agree * 10 >= one.tried * 9;
}

static bool near(const ch_mmvq_failure *f, int64_t output, double value, double bound)
{
	return fabs((double)f->got[output] - value) <= bound;
}

static void tell_fit(const failing *bad, fit one, ch_verdict *verdict)
{
	ch_phrase_add(verdict->explains, sizeof(verdict->explains), " (%" PRId64 " of %" PRId64 " failing outputs fit",
		      one.agree, one.tried);
	if (one.tried < bad->count)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), ", of %" PRId64, bad->count);
	ch_phrase_add(verdict->explains, sizeof(verdict->explains), ")");
}

static void tell(const failing *bad, fit one, const char *clause, const char *words, ch_verdict *verdict)
{
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "%s", clause);
	ch_phrase_set(verdict->explains, sizeof(verdict->explains), "this is what you get with %s", words);
	tell_fit(bad, one, verdict);
}

/* What can be told from the bits of one output, whatever the inputs were. */
typedef bool (*bits_test)(const ch_mmvq_failure *f, int64_t output);

static bool is_unwritten(const ch_mmvq_failure *f, int64_t output)
{
	return f->prefill && memcmp(&f->got[output], f->prefill, sizeof(float)) == 0;
}

static bool is_zero(const ch_mmvq_failure *f, int64_t output)
{
	return f->got[output] == 0.0f;
}

static bool is_double(const ch_mmvq_failure *f, int64_t output)
{
	return near(f, output, 2.0 * f->exact[output], 2.0 * f->bound[output]);
}

static bool is_negated(const ch_mmvq_failure *f, int64_t output)
{
	return near(f, output, -f->exact[output], f->bound[output]);
}

/* Half an ulp of binary16, of bfloat16: 2^-11, 2^-8 of the value; the smallest binary16 is 2^-24. */
static bool is_binary16(const ch_mmvq_failure *f, int64_t output)
{
	float got = f->got[output];

	return ch_half_to_float(ch_float_to_half(got)) == got &&
	       near(f, output, f->exact[output], f->bound[output] + fabs(f->exact[output]) * 0x1p-11 + 0x1p-25);
}

static bool is_overflowed_binary16(const ch_mmvq_failure *f, int64_t output)
{
	return isinf(f->got[output]) && fabs(f->exact[output]) > 65504.0 - f->bound[output];
}

static bool is_bfloat16(const ch_mmvq_failure *f, int64_t output)
{
	uint32_t bits;

	memcpy(&bits, &f->got[output], sizeof(bits));
	return (bits & 0xffffu) == 0 &&
	       near(f, output, f->exact[output], f->bound[output] + fabs(f->exact[output]) * 0x1p-8);
}

/* F32: s is the only other binary16 of a block; where it is not finite and d is, results that are not finite read it. It
 * serves all rows of its column, so one that is finite tells against it. */
static bool has_read_s(const ch_mmvq_failure *f, int64_t output)
{
	int64_t blocks = f->k / CH_BLOCK_WEIGHTS, col = output / f->rows;
	const uint8_t *x = (const uint8_t *)f->x_q8_1 + (size_t)(col * blocks) * CH_Q8_1_BYTES;

	for (int64_t row = 0; row < f->rows; row++) {
		if (isfinite(f->got[col * f->rows + row]) || !isfinite(f->exact[col * f->rows + row]))
			return false;
	}
	for (int64_t b = 0; b < blocks; b++) {
		if ((x[b * CH_Q8_1_BYTES + 3] & 0x7c) == 0x7c)
			return true;
	}
	return false;
}

static const struct {
	bits_test test;
	const char *clause, *words;
} bits_tests[] = {
	{is_unwritten, "DOT-BOUND", "outputs never written: they still hold their filling"},
	{has_read_s, "Q8-SCALE", "the activations' s read, which is not finite here"},
	{is_overflowed_binary16, "DOT-BOUND", "the output stored as binary16, where it overflows"},
	{is_zero, "DOT-BOUND", "zeros in place of the results"},
	{is_binary16, "DOT-BOUND", "the output rounded to binary16"},
	{is_bfloat16, "DOT-BOUND", "the output rounded to bfloat16"},
	{is_double, "SCALE-VALUE", "every result twice as large, as with the usual E4M3 scale, not halved"},
	{is_negated, "DOT-INT", "every result negated"},
};

static bool explain_by_bits(const ch_mmvq_failure *f, const failing *bad, ch_verdict *verdict)
{
	for (size_t i = 0; i < sizeof(bits_tests) / sizeof(bits_tests[0]); i++) {
		fit one = {0, bad->tried_count};

		for (int64_t t = 0; t < bad->tried_count; t++)
			one.agree += bits_tests[i].test(f, bad->tried[t]);
		if (fits(one)) {
			tell(bad, one, bits_tests[i].clause, bits_tests[i].words, verdict);
			return true;
		}
	}
	return false;
}

/* The fit of another output's exact value: `rows` rows and `columns` columns further on. */
static fit fit_of_shift(const ch_mmvq_failure *f, const failing *bad, int64_t rows, int64_t columns)
{
	fit one = {0, bad->tried_count};

	for (int64_t t = 0; t < bad->tried_count; t++) {
		int64_t row = bad->tried[t] % f->rows + rows, col = bad->tried[t] / f->rows + columns;

		if (row < 0 || row >= f->rows || col < 0 || col >= f->ncols)
			continue;
		one.agree += near(f, bad->tried[t], f->exact[col * f->rows + row], f->bound[col * f->rows + row]);
	}
	return one;
}

static bool explain_by_shift(const ch_mmvq_failure *f, const failing *bad, ch_verdict *verdict)
{
	enum { FARTHEST = 256 };
	char words[128];

	for (int64_t columns = 1 - f->ncols; columns < f->ncols; columns++) {
		for (int64_t rows = -FARTHEST; rows <= FARTHEST; rows++) {
			/* a shift in both at once is more likely chance */
			if ((rows == 0) == (columns == 0))
				continue;
			fit one = fit_of_shift(f, bad, rows, columns);

			/* at the edge there is no neighbour to compare with: half of the failing outputs will do */
			if (one.agree == 0 || one.agree * 2 < one.tried)
				continue;
			ch_phrase_set(words, sizeof(words), "the value of the %s %" PRId64 " %s",
				      rows ? "row" : "column",
				      rows ? (rows < 0 ? -rows : rows) : (columns < 0 ? -columns : columns),
				      rows + columns < 0 ? "before" : "further on");
			tell(bad, one, "DOT-BOUND", words, verdict);
			return true;
		}
	}
	return false;
}

static bool fault_fits(const ch_mmvq_failure *f, ch_mmvq_fault fault, int64_t output, float *decoded)
{
	ch_dot dot;

	if (!ch_mmvq_fault_dot(f, fault, output % f->rows, output / f->rows, decoded, &dot))
		return false;
	/* the magnitude is over half-blocks; where lanes have less, the output's own bound is the better measure */
	return near(f, output, dot.value, fmax(ch_dot_bound(dot.magnitude, f->roundings), f->bound[output]));
}

static fit fit_of_fault(const ch_mmvq_failure *f, const failing *bad, ch_mmvq_fault fault, float *decoded)
{
	fit one = {0, bad->tried_count};
	bool passes = false;

	/* most faults fit none: a few outputs show it */
	for (int64_t t = 0; t < SCREENED && t < bad->tried_count && !passes; t++)
		passes = fault_fits(f, fault, bad->tried[t * (bad->tried_count - 1) / SCREENED], decoded);
	for (int64_t t = 0; t < bad->tried_count && passes; t++)
		one.agree += fault_fits(f, fault, bad->tried[t], decoded);
	return one;
}

/* The faults that fit best, the likelier first among equals. */
typedef struct ranking {
	ch_mmvq_fault best, second;
	fit fit;
	int64_t count; /* that fit as well as the best, itself included */
} ranking;

static void rank(ranking *ranks, ch_mmvq_fault fault, fit one)
{
	if (!fits(one) || one.agree < ranks->fit.agree)
		return;
	if (one.agree > ranks->fit.agree)
		*ranks = (ranking){.best = fault, .fit = one};
	else if (ranks->count == 1)
		ranks->second = fault;
	ranks->count++;
}

static ranking rank_faults(const ch_mmvq_failure *f, const failing *bad)
{
	/* so many products of a whole row, and no more */
	const int64_t budget = (INT64_C(1) << 28) / f->k;
	float *decoded = calloc((size_t)f->k * 2, sizeof(float));
	ranking ranks = {.count = 0};

	for (int kind = 0; decoded && kind < CH_FAULT_KIND_COUNT; kind++) {
		int64_t count = ch_mmvq_fault_count(f, (ch_fault_kind)kind);

		for (int64_t i = 0; i < count && count <= budget; i++) {
			ch_mmvq_fault fault = ch_mmvq_fault_at(f, (ch_fault_kind)kind, i);

			rank(&ranks, fault, fit_of_fault(f, bad, fault, decoded));
		}
	}
	free(decoded);
	return ranks;
}

static bool explain_by_fault(const ch_mmvq_failure *f, const failing *bad, ch_verdict *verdict)
{
	ranking ranks = rank_faults(f, bad);
	char words[160];

	if (ranks.count == 0)
		return false;
	/* one block or lane of many fits a single output by chance; a single weight is then the better guess */
	if (ranks.best.kind >= CH_FAULT_WAVE && bad->rows == 1 &&
	    ch_explain_by_weight(f, bad->first % f->rows, verdict))
		return true;
	ch_mmvq_fault_words(f, ranks.best, words, sizeof(words));
	tell(bad, ranks.fit, ch_mmvq_fault_clause(ranks.best), words, verdict);
	if (ranks.count > 1) {
		ch_mmvq_fault_words(f, ranks.second, words, sizeof(words));
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "; or as well with %s", words);
	}
	if (ranks.count > 2)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), ", and %" PRId64 " more", ranks.count - 2);
	return true;
}

/* The last resort: right by the bound of any order, so only the order or its count of roundings is not as stated. */
static bool explain_by_order(const ch_mmvq_failure *f, const failing *bad, ch_verdict *verdict)
{
	double wider = ch_dot_bound(1.0, ch_any_order_roundings(f->k)) / ch_dot_bound(1.0, f->roundings);
	fit one = {0, bad->tried_count};

	for (int64_t t = 0; t < bad->tried_count; t++)
		one.agree += near(f, bad->tried[t], f->exact[bad->tried[t]], wider * f->bound[bad->tried[t]]);
	if (f->order.lanes == 0 || one.agree < one.tried)
		return false;
	ch_phrase_set(verdict->explains, sizeof(verdict->explains),
		      "within the bound of any order: more roundings than the stated order has, or a very small fault");
	tell_fit(bad, one, verdict);
	return true;
}

static void tell_where(const ch_mmvq_failure *f, const failing *bad, ch_verdict *verdict)
{
	ch_over_bound over = ch_measure_over_bound(f->got, f->exact, f->bound, f->rows * f->ncols);
	char *text = verdict->text;
	size_t size = sizeof(verdict->text);

	verdict->over_bound = over.worst;
	verdict->over_row = over.index % f->rows;
	verdict->over_col = over.index / f->rows;
	ch_phrase_set(text, size,
		      "%" PRId64 " of %" PRId64 " outputs outside of the bound, in %" PRId64 " of %" PRId64
		      " rows and %" PRId64 " of %" PRId64 " columns; ",
		      bad->count, f->rows * f->ncols, bad->rows, f->rows, bad->columns, f->ncols);
	ch_phrase_add(text, size,
		      "worst: row %" PRId64 " column %" PRId64
		      ": got %.9g, exact %.17g, error %.3g is %.3g times the bound of %" PRId64 " roundings",
		      verdict->over_row, verdict->over_col, (double)f->got[over.index], f->exact[over.index],
		      fabs((double)f->got[over.index] - f->exact[over.index]), over.worst, f->roundings);
	if (bad->first != over.index)
		ch_phrase_add(text, size, "; first: row %" PRId64 " column %" PRId64, bad->first % f->rows,
			      bad->first / f->rows);
}

bool ch_diagnose_mmvq(const ch_mmvq_failure *f, ch_verdict *verdict)
{
	failing bad = find_failing(f);

	if (bad.count == 0)
		return false;
	verdict->result = CH_FAIL;
	verdict->explains[0] = 0;
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "DOT-BOUND");
	tell_where(f, &bad, verdict);
	if (explain_by_bits(f, &bad, verdict) || explain_by_shift(f, &bad, verdict) ||
	    explain_by_fault(f, &bad, verdict) || ch_explain_by_weight(f, bad.first % f->rows, verdict))
		return true;
	explain_by_order(f, &bad, verdict);
	return true;
}
