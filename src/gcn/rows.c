/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds an instruction's row by its name. The rows lie in many tables, and a program asks for each of its instructions, so all
 * names are hashed once. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/salu.h"

enum { TABLES = 12, SALU_TABLES = 2, SLOTS = 4096 };
static const ch_valu_row *const any_processor[TABLES] = {
	ch_valu_int_rows,    ch_valu_carry_rows,   ch_valu_dot_rows,	 ch_valu_wide_rows,
	ch_valu_half_rows,   ch_valu_float_rows,   ch_valu_convert_rows, ch_valu_divide_rows,
	ch_valu_double_rows, ch_valu_compare_rows, ch_valu_extreme_rows, ch_valu_short_rows};
static const ch_salu_row *const scalar[SALU_TABLES] = {ch_salu_rows, ch_salu_float_rows};

#ifdef CH_LANE_LEVELS
static const ch_valu_row *const level_3[TABLES] = {
	ch_valu_int_rows_v3,	ch_valu_carry_rows_v3,	 ch_valu_dot_rows_v3,	  ch_valu_wide_rows_v3,
	ch_valu_half_rows_v3,	ch_valu_float_rows_v3,	 ch_valu_convert_rows_v3, ch_valu_divide_rows_v3,
	ch_valu_double_rows_v3, ch_valu_compare_rows_v3, ch_valu_extreme_rows_v3, ch_valu_short_rows_v3};
static const ch_valu_row *const level_4[TABLES] = {
	ch_valu_int_rows_v4,	ch_valu_carry_rows_v4,	 ch_valu_dot_rows_v4,	  ch_valu_wide_rows_v4,
	ch_valu_half_rows_v4,	ch_valu_float_rows_v4,	 ch_valu_convert_rows_v4, ch_valu_divide_rows_v4,
	ch_valu_double_rows_v4, ch_valu_compare_rows_v4, ch_valu_extreme_rows_v4, ch_valu_short_rows_v4};

/* CHECKHIP_GCN_LEVEL=1, 3 or 4 holds it back, to compare bytes and speed. */
uint32_t ch_lane_level(void)
{
	const char *wanted = getenv("CHECKHIP_GCN_LEVEL");
	const long most = wanted ? strtol(wanted, NULL, 10) : 4;
	__builtin_cpu_init();
	const bool has_3 =
		__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
	const bool has_4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
			   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
			   __builtin_cpu_supports("avx512cd");
	return has_3 && has_4 && most >= 4 ? 4 : has_3 && most >= 3 ? 3 : 1;
}

static const ch_valu_row *const *tables_of(uint32_t level)
{
	return level == 4 ? level_4 : level == 3 ? level_3 : any_processor;
}
#else
uint32_t ch_lane_level(void)
{
	return 1;
}

static const ch_valu_row *const *tables_of(uint32_t level)
{
	(void)level;
	return any_processor;
}
#endif

/* Where a name is; the tables of all levels have the same rows in the same order. */
typedef struct ch_place {
	const char *name;
	uint16_t row;
	uint8_t table, on;
} ch_place;

static ch_place places[SLOTS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint32_t slot_of(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *name; name++)
		hash = (hash ^ (uint8_t)*name) * 16777619u;
	return hash % SLOTS;
}

static void add(const char *name, uint8_t on, size_t table, size_t row)
{
	uint32_t at = slot_of(name);
	while (places[at].name)
		at = (at + 1) % SLOTS;
	places[at] = (ch_place){name, (uint16_t)row, (uint8_t)table, on};
}

static void fill_places(void)
{
	for (size_t t = 0; t < TABLES; t++)
		for (size_t i = 0; any_processor[t][i].name; i++)
			add(any_processor[t][i].name, any_processor[t][i].on, t, i);
	for (size_t t = 0; t < SALU_TABLES; t++)
		for (size_t i = 0; scalar[t][i].name; i++)
			add(scalar[t][i].name, scalar[t][i].on, TABLES + t, i);
}

static const ch_place *find(const char *name, uint32_t on)
{
	pthread_once(&once, fill_places);
	for (uint32_t at = slot_of(name); places[at].name; at = (at + 1) % SLOTS)
		if ((places[at].on & on) && strcmp(places[at].name, name) == 0)
			return &places[at];
	return NULL;
}

const ch_valu_row *ch_valu_row_find(const char *name, uint32_t on)
{
	char plain[64];
	/* v_cmpx_lt_i32 is v_cmp_lt_i32 with another destination. */
	if (strncmp(name, "v_cmpx_", 7) == 0 && strlen(name) < sizeof(plain)) {
		snprintf(plain, sizeof(plain), "v_cmp_%s", name + 7);
		name = plain;
	}
	const ch_place *place = find(name, on);
	return place && place->table < TABLES ? &tables_of(ch_lane_level())[place->table][place->row] : NULL;
}

const ch_salu_row *ch_salu_row_find(const char *name, uint32_t on)
{
	const ch_place *place = find(name, on);
	return place && place->table >= TABLES ? &scalar[place->table - TABLES][place->row] : NULL;
}
