/* SPDX-License-Identifier: Apache-2.0
 *
 * SAME-BYTES: right by the bound, but not the bytes of the stated order. Perhaps they are those of another one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/phrase.h"

enum { MODELLED_ROWS = 16 };

static bool same_bits(float a, float b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

/* The model of another order gives the bytes of every column of some rows, the first differing one among them. */
static bool order_gives_the_bytes(const ch_mmvq_failure *f, const ch_order *order, int64_t from, int64_t rows, float *y)
{
	size_t row_bytes = (size_t)(f->k / CH_BLOCK_WEIGHTS) * ch_format_get(f->format)->block_bytes;

	if (ch_mmvq_model(f->format, order, f->k, rows, f->ncols, (const uint8_t *)f->w + (size_t)from * row_bytes,
			  f->x_q8_1, y) != CH_OK)
		return false;
	for (int64_t col = 0; col < f->ncols; col++) {
		for (int64_t row = 0; row < rows; row++) {
			if (!same_bits(y[col * rows + row], f->got[col * f->rows + from + row]))
				return false;
		}
	}
	return true;
}

static const char *const term_words[CH_TERM_COUNT] = {"d * (e0*S0 + e1*S1)", "(d * e) * S"};

static void tell_order(const ch_order *order, int64_t rows, ch_verdict *verdict)
{
	ch_phrase_set(verdict->explains, sizeof(verdict->explains),
		      "these are the bytes of %u wave%s of %u, %u lanes a block, runs of %u, %u sum%s a lane, term %s "
		      "(%" PRId64 " rows tried)",
		      order->waves, order->waves == 1 ? "" : "s", order->lanes, order->qi / order->vdr, order->run,
		      order->accumulators, order->accumulators == 1 ? "" : "s", term_words[order->term], rows);
}

static void explain_by_other_order(const ch_mmvq_failure *f, int64_t first_row, ch_verdict *verdict)
{
	static const uint32_t lanes[] = {32, 64, 16, 8, 1}, waves[] = {1, 2, 4, 8, 3}, counts[] = {1, 2, 4},
			      parts[] = {1, 2, 4, 8};
	int64_t rows = f->rows - first_row < MODELLED_ROWS ? f->rows - first_row : MODELLED_ROWS;
	float *y = calloc((size_t)(rows * f->ncols), sizeof(float));

	/* every choice of lanes, waves, run, sums, parts and term: one number, taken apart */
	for (uint32_t i = 0; y && i < 5 * 5 * 3 * 3 * 4 * CH_TERM_COUNT; i++) {
		ch_order order = {
			.vdr = 1,
			.term = (ch_term)((f->order.term + i) % CH_TERM_COUNT),
			.lanes = lanes[i / 2 % 5],
			.waves = waves[i / 10 % 5],
			.qi = parts[i / 50 % 4],
			.run = counts[i / 200 % 3],
			.accumulators = counts[i / 600],
		};

		/* one scale serves both halves in these formats alone */
		if (order.term == CH_TERM_ONE_SCALE && order.qi == 1 && ch_format_get(f->format)->scale_count == 2)
			continue;
		if (ch_order_valid(&order, NULL) && order_gives_the_bytes(f, &order, first_row, rows, y)) {
			tell_order(&order, rows, verdict);
			break;
		}
	}
	free(y);
}

bool ch_diagnose_same_bytes(const ch_mmvq_failure *f, const float *model, ch_verdict *verdict)
{
	int64_t outputs = f->rows * f->ncols, different = 0, first = -1;
	uint32_t most = 0;

	if (ch_diagnose_mmvq(f, verdict))
		return true;
	for (int64_t i = 0; i < outputs; i++) {
		if (same_bits(f->got[i], model[i]))
			continue;
		uint32_t distance = ch_ulp_distance(f->got[i], model[i]);

		different++;
		first = first < 0 ? i : first;
		most = distance > most ? distance : most;
	}
	if (different == 0)
		return false;
	verdict->result = CH_FAIL;
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "SAME-BYTES");
	ch_phrase_set(verdict->text, sizeof(verdict->text),
		      "%" PRId64 " of %" PRId64
		      " outputs differ from the model of the order, by %u ulp at most, all within the "
		      "bound; first: row %" PRId64 " column %" PRId64 ": got %.9g, model %.9g",
		      different, outputs, most, first % f->rows, first / f->rows, (double)f->got[first],
		      (double)model[first]);
	verdict->explains[0] = 0;
	explain_by_other_order(f, first % f->rows, verdict);
	return true;
}
