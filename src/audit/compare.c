/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel of a file, and where it stood: kernels of one name keep their order. */
typedef struct ch_listed {
	ch_compare_side side;
	uint32_t place;
} ch_listed;

typedef struct ch_listing {
	ch_listed *rows;
	uint32_t count;
} ch_listing;

static int name_order(const ch_listed *a, const ch_listed *b)
{
	const int order = strcmp(a->side.audit->target, b->side.audit->target);
	return order ? order : strcmp(a->side.audit->name, b->side.audit->name);
}

static int by_name_and_place(const void *a, const void *b)
{
	const ch_listed *x = a, *y = b;
	const int order = name_order(x, y);
	return order ? order : x->place < y->place ? -1 : x->place > y->place;
}

static bool listing_make(const ch_audit_file *file, ch_listing *listing)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < file->count; i++)
		count += file->entries[i].audit.count;
	listing->rows = calloc((size_t)count + 1, sizeof *listing->rows);
	if (!listing->rows)
		return false;
	for (uint32_t i = 0; i < file->count; i++) {
		const ch_audit_entry *entry = &file->entries[i];
		for (uint32_t k = 0; k < entry->audit.count; k++) {
			const ch_audit_kernel *audit = &entry->audit.kernels[k];
			const ch_compare_side side = {entry, ch_gcn_object_find(&entry->object, audit->name), audit};
			if (side.kernel) {
				listing->rows[listing->count] = (ch_listed){side, listing->count};
				listing->count++;
			}
		}
	}
	qsort(listing->rows, listing->count, sizeof *listing->rows, by_name_and_place);
	return true;
}

static uint32_t figures_compare(const ch_audit_kernel *a, const ch_audit_kernel *b)
{
	uint32_t changed = a->known ^ b->known;
	for (uint32_t i = 0; i < CH_FIGURE_COUNT; i++)
		if (a->figures[i] != b->figures[i])
			changed |= 1u << i;
	return changed;
}

static ch_status both_compare(const ch_listed *left, const ch_listed *right, ch_compared *compared, ch_gcn_error *error)
{
	const ch_compare_side sides[2] = {left->side, right->side};
	compared->left = left->side.audit;
	compared->right = right->side.audit;
	compared->figures = figures_compare(compared->left, compared->right);
	return ch_audit_compare_text(sides, compared, error);
}

static ch_status listings_compare(const ch_listing *left, const ch_listing *right, ch_compare_tell tell, void *context,
				  ch_gcn_error *error)
{
	uint32_t l = 0, r = 0;
	while (l < left->count || r < right->count) {
		ch_compared compared = {.addresses = 0};
		const int order = l == left->count    ? 1
				  : r == right->count ? -1
						      : name_order(&left->rows[l], &right->rows[r]);
		ch_status status = CH_OK;
		if (order < 0) {
			compared.text = CH_TEXT_LEFT_ONLY;
			compared.left = left->rows[l].side.audit;
		} else if (order > 0) {
			compared.text = CH_TEXT_RIGHT_ONLY;
			compared.right = right->rows[r].side.audit;
		} else {
			status = both_compare(&left->rows[l], &right->rows[r], &compared, error);
		}
		if (status)
			return status;
		l += order <= 0;
		r += order >= 0;
		tell(context, &compared);
	}
	return CH_OK;
}

ch_status ch_audit_compare(const ch_audit_file *left, const ch_audit_file *right, ch_compare_tell tell, void *context,
			   ch_gcn_error *error)
{
	ch_listing listings[2] = {{NULL, 0}, {NULL, 0}};
	ch_status status = CH_OUT_OF_MEMORY;
	if (listing_make(left, &listings[0]) && listing_make(right, &listings[1]))
		status = listings_compare(&listings[0], &listings[1], tell, context, error);
	else
		snprintf(error->text, sizeof error->text, "compare: no memory for a list of kernels");
	free(listings[0].rows);
	free(listings[1].rows);
	return status;
}

bool ch_compared_same(const ch_compared *compared)
{
	return (compared->text == CH_TEXT_IDENTICAL || compared->text == CH_TEXT_ADDRESSES) && !compared->data_differ &&
	       !compared->figures;
}
