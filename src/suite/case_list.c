/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suite/case.h"

bool ch_case_add(ch_case_list *list, const ch_case *one)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? 2 * list->capacity : 64;
		ch_case *cases = realloc(list->cases, capacity * sizeof(*cases));

		if (!cases)
			return false;
		list->cases = cases;
		list->capacity = capacity;
	}
	list->cases[list->count++] = *one;
	return true;
}

void ch_case_free(ch_case_list *list)
{
	free(list->cases);
	*list = (ch_case_list){0};
}
