/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"
#include "gcn/lane_float.h"

/* "12", "-1", "0x80", "1.5f" (binary32), "1.5h" (binary16), "1.5d" (binary64), "mem+8", "mem-8",
 * "next": the address of the instruction after this one. */
static uint64_t value_of(const ch_bench *bench, const char *text)
{
	const size_t length = strlen(text);
	char *end;
	if (strncmp(text, "mem", 3) == 0)
		return bench->launch.windows[CH_WINDOW_BUFFERS].base + (uint64_t)strtoll(text + 3, NULL, 0);
	if (strcmp(text, "next") == 0)
		return bench->launch.windows[CH_WINDOW_IMAGE].base + bench->code.insns[bench->wave->pc].address;
	if (text[0] == '0' && text[1] == 'x')
		return strtoull(text, NULL, 16);
	if (length > 1 && text[length - 1] == 'f')
		return bits_of(strtof(text, &end));
	if (length > 1 && text[length - 1] == 'h')
		return ch_float_to_half(strtof(text, &end));
	if (length > 1 && text[length - 1] == 'd')
		return double_bits(strtod(text, &end));
	return (uint64_t)strtoll(text, NULL, 0);
}

/* "5", or "{5,6,7}": one value a lane, from the first again when they run out. */
typedef struct ch_lane_values {
	uint64_t value[CH_MAX_LANES];
	uint32_t count;
	bool list;
} ch_lane_values;

static ch_lane_values values_of(const ch_bench *bench, char *text)
{
	ch_lane_values v = {.count = 0};
	if (text[0] != '{') {
		v.value[v.count++] = value_of(bench, text);
		return v;
	}
	char *rest = NULL;
	v.list = true;
	for (char *word = strtok_r(text + 1, ",}", &rest); word && v.count < CH_MAX_LANES;
	     word = strtok_r(NULL, ",}", &rest))
		v.value[v.count++] = value_of(bench, word);
	return v;
}

typedef enum ch_place_kind {
	VECTOR,
	SCALAR,
	SCC,
	MEMORY_WORD,
	LDS_WORD,
	SCRATCH_WORD,
	MODE_FIELD,
	JUMP,	  /* instructions that the next one is away */
	STATE,	  /* ch_wave_state */
	SIGNALED, /* barriers signaled and not waited for */
	PENDING,  /* operations of a kind that are not waited for */
	UNKNOWN
} ch_place_kind;

typedef struct ch_place {
	ch_place_kind kind;
	uint32_t index, words;
	int32_t lane; /* -1: all that are on */
	uint8_t *field;
} ch_place;

static bool named_place(ch_bench *bench, const char *name, ch_place *place)
{
	ch_float_mode *mode = &bench->wave->mode;
	const struct {
		const char *name;
		ch_place_kind kind;
		uint32_t index;
		void *field;
	} names[] = {{"vcc", SCALAR, CH_GCN_VCC, NULL},
		     {"exec", SCALAR, CH_GCN_EXEC, NULL},
		     {"m0", SCALAR, CH_GCN_M0, NULL},
		     {"scc", SCC, 0, NULL},
		     {"jump", JUMP, 0, NULL},
		     {"state", STATE, 0, NULL},
		     {"signaled", SIGNALED, 0, NULL},
		     {"loads", PENDING, CH_EVENT_VECTOR, NULL},
		     {"stores", PENDING, CH_EVENT_STORE, NULL},
		     {"ldsops", PENDING, CH_EVENT_LDS, NULL},
		     {"scalars", PENDING, CH_EVENT_SCALAR, NULL},
		     {"round32", MODE_FIELD, 0, &mode->round32},
		     {"round16", MODE_FIELD, 0, &mode->round16_64},
		     {"denorm32", MODE_FIELD, 0, &mode->denorm32},
		     {"denorm16", MODE_FIELD, 0, &mode->denorm16_64},
		     {"ieee", MODE_FIELD, 0, &mode->ieee},
		     {"dx10", MODE_FIELD, 0, &mode->dx10_clamp}};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(name, names[i].name) != 0)
			continue;
		const bool mask = names[i].index == CH_GCN_VCC || names[i].index == CH_GCN_EXEC;
		*place = (ch_place){names[i].kind, names[i].index, mask ? bench->program->lanes / 32 : 1, -1,
				    names[i].field};
		return true;
	}
	return false;
}

static ch_place place_of(ch_bench *bench, const char *name)
{
	ch_place p = {.kind = UNKNOWN, .words = 1, .lane = -1};
	uint32_t first, last;
	int32_t lane;
	char kind;
	if (named_place(bench, name, &p))
		return p;
	/* NOLINTBEGIN(cert-err34-c): the names are this test's own, a number among them has at most five digits */
	if (sscanf(name, "mem@%u", &first) == 1)
		p = (ch_place){MEMORY_WORD, first, 1, -1, NULL};
	else if (sscanf(name, "lds@%u", &first) == 1)
		p = (ch_place){LDS_WORD, first, 1, -1, NULL};
	else if (sscanf(name, "scratch@%u", &first) == 1)
		p = (ch_place){SCRATCH_WORD, first, 1, -1, NULL};
	else if (sscanf(name, "%c[%u:%u]", &kind, &first, &last) == 3)
		p = (ch_place){kind == 'v' ? VECTOR : SCALAR, first, last - first + 1, -1, NULL};
	else if (sscanf(name, "v%u[%d]", &first, &lane) == 2)
		p = (ch_place){VECTOR, first, 1, lane, NULL};
	else if (sscanf(name, "%c%u", &kind, &first) == 2 && (kind == 'v' || kind == 's'))
		p = (ch_place){kind == 'v' ? VECTOR : SCALAR, first, 1, -1, NULL};
	/* NOLINTEND(cert-err34-c) */
	if ((p.kind == VECTOR && p.index + p.words > BENCH_VGPRS) ||
	    (p.kind == SCALAR && p.index + p.words > CH_GCN_SCALARS) ||
	    (p.kind == MEMORY_WORD && p.index + 4 > BENCH_MEMORY) || (p.kind == LDS_WORD && p.index + 4 > BENCH_LDS) ||
	    (p.kind == SCRATCH_WORD && (p.index + 4 > BENCH_SCRATCH || p.index % 4)))
		p.kind = UNKNOWN;
	return p;
}

/* A list on a scalar register is one bit a lane. */
static uint64_t scalar_value(const ch_lane_values *values, uint32_t lanes)
{
	uint64_t mask = 0;
	for (uint32_t l = 0; l < lanes && values->list; l++)
		mask |= (values->value[l % values->count] & 1) << l;
	return values->list ? mask : values->value[0];
}

static uint32_t *scratch_word(ch_bench *bench, const ch_place *p, uint32_t lane)
{
	return (uint32_t *)(void *)(bench->wave->scratch + ((size_t)p->index / 4 * bench->wave->lanes + lane) * 4);
}

static void set_place(ch_bench *bench, const ch_place *p, const ch_lane_values *values)
{
	ch_wave *wave = bench->wave;
	const uint64_t scalar = scalar_value(values, wave->lanes);
	const uint32_t word = (uint32_t)scalar;
	for (uint32_t w = 0; w < p->words && p->kind == SCALAR; w++)
		ch_wave_set_sgpr(wave, p->index + w, (uint32_t)(scalar >> (32 * w)), 0);
	for (uint32_t l = 0; l < wave->lanes; l++) {
		const uint64_t value = values->value[l % values->count];
		if (p->lane >= 0 && (uint32_t)p->lane != l)
			continue;
		for (uint32_t w = 0; w < p->words && p->kind == VECTOR; w++)
			wave->v[(p->index + w) * wave->lanes + l] = (uint32_t)(value >> (32 * w));
		if (p->kind == SCRATCH_WORD)
			*scratch_word(bench, p, l) = (uint32_t)value;
	}
	if (p->kind == SCC) {
		wave->scc = word;
	} else if (p->kind == MEMORY_WORD) {
		memcpy(bench->memory + p->index, &word, 4);
	} else if (p->kind == LDS_WORD) {
		memcpy(bench->group.lds + p->index, &word, 4);
	} else if (p->kind == MODE_FIELD) {
		*p->field = (uint8_t)word;
	} else if (p->kind == SIGNALED) {
		wave->signals = word;
	} else if (p->kind == PENDING) {
		for (uint32_t i = 0; i < word; i++)
			ch_wave_issue(wave, &bench->program->steps[0], (ch_event_kind)p->index,
				      p->index == CH_EVENT_SCALAR, 0, 0);
	}
}

static bool check_word(const char *line, const char *what, uint32_t lane, uint32_t got, uint32_t expected)
{
	if (got == expected)
		return true;
	print_error("%.400s\n    %s lane %u: got 0x%08x, expected 0x%08x\n", line, what, lane, got, expected);
	return false;
}

static uint32_t pending_of(const ch_wave *wave, uint32_t kind)
{
	uint32_t count = 0;
	for (uint32_t e = 0; e < wave->event_count; e++)
		count += wave->events[e].kind == kind;
	return count;
}

static bool check_lanes(ch_bench *bench, const ch_place *p, const char *name, const ch_lane_values *values,
			const char *line)
{
	ch_wave *wave = bench->wave;
	const uint64_t on = ch_wave_exec(wave);
	bool ok = true;
	for (uint32_t l = 0; l < wave->lanes && ok; l++) {
		const uint64_t value = values->value[l % values->count];
		if (p->lane < 0 ? !(on >> l & 1) : (uint32_t)p->lane != l)
			continue;
		for (uint32_t w = 0; w < p->words && ok; w++) {
			const uint32_t got = p->kind == SCRATCH_WORD ? *scratch_word(bench, p, l)
								     : wave->v[(p->index + w) * wave->lanes + l];
			ok = check_word(line, name, l, got, (uint32_t)(value >> (32 * w)));
		}
	}
	for (uint32_t w = 0; w < p->words && p->kind == VECTOR; w++)
		bench->named_v[p->index + w] = true;
	return ok;
}

static bool check_place(ch_bench *bench, const ch_place *p, const char *name, const ch_lane_values *values,
			uint32_t index, const char *line)
{
	ch_wave *wave = bench->wave;
	if (p->kind == VECTOR || p->kind == SCRATCH_WORD)
		return check_lanes(bench, p, name, values, line);
	const uint64_t value = scalar_value(values, wave->lanes);
	uint32_t got = 0;
	bool ok = true;
	switch (p->kind) {
	case SCALAR:
		for (uint32_t w = 0; w < p->words && ok; w++) {
			ok = check_word(line, name, w, wave->s[p->index + w], (uint32_t)(value >> (32 * w)));
			bench->named_s[p->index + w] = true;
		}
		return ok;
	case SCC:
		got = wave->scc;
		bench->named_scc = true;
		break;
	case MEMORY_WORD:
		memcpy(&got, bench->memory + p->index, 4);
		memset(bench->named_memory + p->index, 1, 4);
		break;
	case LDS_WORD:
		memcpy(&got, bench->group.lds + p->index, 4);
		memset(bench->named_lds + p->index, 1, 4);
		break;
	case MODE_FIELD:
		got = *p->field;
		break;
	case JUMP:
		got = wave->pc - (index + 1);
		bench->named_state = true;
		break;
	case STATE:
		got = wave->state;
		bench->named_state = true;
		break;
	case SIGNALED:
		got = wave->signals - wave->waits;
		break;
	case PENDING:
		got = pending_of(wave, p->index);
		break;
	default:
		return false;
	}
	return check_word(line, name, 0, got, (uint32_t)value);
}

/* Sets the places of one part of a line, or checks them. */
static bool each_place(ch_bench *bench, char *part, bool check, uint32_t index, const char *line)
{
	char *rest = NULL;
	bool ok = true;
	for (char *word = strtok_r(part, " \t", &rest); word && ok; word = strtok_r(NULL, " \t", &rest)) {
		char *equals = strchr(word, '=');
		if (!equals) {
			print_error("%.400s\n    no value: %s\n", line, word);
			return false;
		}
		*equals = '\0';
		const ch_place p = place_of(bench, word);
		const ch_lane_values values = values_of(bench, equals + 1);
		if (p.kind == UNKNOWN || values.count == 0) {
			print_error("%.400s\n    unknown place or no value: %s\n", line, word);
			return false;
		}
		if (check)
			ok = check_place(bench, &p, word, &values, index, line);
		else
			set_place(bench, &p, &values);
	}
	return ok;
}

static void reset(ch_bench *bench, bool uses_lds)
{
	ch_wave *wave = bench->wave;
	for (uint32_t i = 0; i < BENCH_VGPRS * wave->lanes; i++)
		wave->v[i] = 0x77000000 + i;
	memset(wave->v_dirty, 0, sizeof(wave->v_dirty));
	for (uint32_t i = 0; i < CH_GCN_SCALARS; i++)
		ch_wave_set_sgpr(wave, i, i == CH_GCN_NULL ? 0 : 0x66000000 + i, 0);
	wave->s[CH_GCN_NULL] = 0;
	wave->scc = 0;
	wave->scc_undefined = false;
	wave->event_count = 0;
	memset(wave->pending_v, 0, sizeof(wave->pending_v));
	memset(wave->pending_s, 0, sizeof(wave->pending_s));
	wave->state = CH_WAVE_RUNS;
	wave->signals = wave->waits = 0;
	wave->mode = (ch_float_mode){.first_nan = bench->program->mode.first_nan,
				     .ieee = true,
				     .dx10_clamp = true,
				     .denorm32 = 3,
				     .denorm16_64 = 3};
	wave->initial_exec = wave->lanes == 64 ? UINT64_MAX : UINT32_MAX;
	ch_wave_set_mask(wave, CH_GCN_EXEC, wave->initial_exec, 0);
	ch_wave_set_mask(wave, CH_GCN_VCC, 0, 0);
	memset(wave->scratch, 0x5a, bench->group.scratch_bytes);
	memset(wave->scratch_undefined, 0, bench->group.scratch_bytes);
	if (uses_lds) {
		memset(bench->group.lds, 0, BENCH_LDS);
		memset(bench->group.lds_undefined, 0, BENCH_LDS);
		memset(bench->group.lds_writer, 0, BENCH_LDS);
		memset(bench->group.lds_reader, 0, BENCH_LDS);
	}
	memset(bench->named_v, 0, sizeof(bench->named_v));
	memset(bench->named_s, 0, sizeof(bench->named_s));
	memset(bench->named_memory, 0, sizeof(bench->named_memory));
	if (uses_lds)
		memset(bench->named_lds, 0, sizeof(bench->named_lds));
	bench->named_scc = bench->named_state = false;
	for (uint32_t i = 0; i < BENCH_MEMORY; i++)
		bench->memory[i] = (uint8_t)(i + i / 256);
}

/* False: a fault ended it. */
static bool run_step(ch_bench *bench, uint32_t index)
{
	if (setjmp(bench->group.stop))
		return false;
	bench->program->steps[index].run(bench->wave, &bench->program->steps[index]);
	return true;
}

/* What a line does not name must be as before. */
static bool check_rest(ch_bench *bench, uint32_t index, uint64_t on, const uint32_t *before, const uint32_t *scalars,
		       uint32_t scc, const char *line)
{
	const ch_wave *wave = bench->wave;
	const bool any_lane = strstr(line, "writelane");
	bool ok = true;
	for (uint32_t r = 0; r < BENCH_VGPRS; r++)
		for (uint32_t l = 0; l < wave->lanes && ok; l++)
			if (!bench->named_v[r] || (!(on >> l & 1) && !any_lane))
				ok = check_word(line, "a register or lane that must not change", l,
						wave->v[r * wave->lanes + l], before[r * wave->lanes + l]);
	for (uint32_t i = 0; i < CH_GCN_SCALARS && ok; i++)
		if (!bench->named_s[i])
			ok = check_word(line, "a scalar that must not change", i, wave->s[i], scalars[i]);
	for (uint32_t i = 0; i < BENCH_MEMORY && ok; i++)
		if (!bench->named_memory[i])
			ok = check_word(line, "a byte of memory that must not change", i, bench->memory[i],
					bench->memory_before[i]);
	for (uint32_t i = 0; i < BENCH_LDS && ok && strstr(line, "ds_"); i++)
		if (!bench->named_lds[i])
			ok = check_word(line, "a byte of LDS that must not change", i, bench->group.lds[i],
					bench->lds_before[i]);
	if (ok && !bench->named_scc)
		ok = check_word(line, "SCC, which must not change", 0, wave->scc, scc);
	const uint32_t next = index + (bench->code.insns[index].flags & CH_GCN_VOPD_X ? 2 : 1);
	if (ok && !bench->named_state)
		ok = check_word(line, "the next instruction", 0, wave->pc, next) &&
		     check_word(line, "the wave's state", 0, wave->state, CH_WAVE_RUNS);
	return ok;
}

bool bench_run_case(ch_bench *bench, uint32_t index, const char *line)
{
	static uint32_t before[BENCH_VGPRS * CH_MAX_LANES], scalars[CH_GCN_SCALARS];
	static char copy[BENCH_LINE];
	ch_wave *wave = bench->wave;
	char *parts[3] = {copy, NULL, NULL};
	snprintf(copy, sizeof(copy), "%s", line);
	for (uint32_t i = 0; i < 2; i++) {
		parts[i + 1] = strchr(parts[i], ';');
		if (!parts[i + 1]) {
			print_error("%.400s\n    expected text ; before ; after\n", line);
			return false;
		}
		*parts[i + 1]++ = '\0';
	}
	char *source = strchr(parts[2], '#');
	if (source)
		*source = '\0';
	const bool uses_lds = strstr(line, "ds_") != NULL;
	reset(bench, uses_lds);
	if (!each_place(bench, parts[1], false, index, line))
		return false;
	memcpy(before, wave->v, BENCH_VGPRS * wave->lanes * sizeof(uint32_t));
	memcpy(scalars, wave->s, sizeof(scalars));
	memcpy(bench->memory_before, bench->memory, BENCH_MEMORY);
	if (uses_lds)
		memcpy(bench->lds_before, bench->group.lds, BENCH_LDS);
	const uint64_t on = ch_wave_exec(wave);
	const uint32_t scc = wave->scc;
	wave->pc = index + 1;
	if (!run_step(bench, index)) {
		print_error("%.400s\n    %s\n", line, bench->group.fault.text);
		return false;
	}
	return each_place(bench, parts[2], true, index, line) &&
	       check_rest(bench, index, on, before, scalars, scc, line);
}

bool bench_open(ch_bench *bench, const ch_case_file *file, const uint8_t *text, uint64_t size)
{
	ch_gcn_error error = {""};
	memset(bench, 0, sizeof(*bench));
	bench->kernel.descriptor = (ch_gcn_descriptor){.vgprs = BENCH_VGPRS,
						       .denorm32 = file->careful ? 0 : 3,
						       .denorm16_64 = file->careful ? 0 : 3,
						       .round32 = file->careful ? 1 : 0,
						       .round16_64 = file->careful ? 1 : 0,
						       .ieee_mode = true,
						       .dx10_clamp = true,
						       .private_bytes = BENCH_SCRATCH,
						       .lds_bytes = BENCH_LDS};
	if (ch_gcn_decode_bytes(file->arch, file->wave_size, text, size, 0, &bench->code, &error) ||
	    ch_gcn_program_open(NULL, &bench->kernel, &bench->code, &bench->program, &error)) {
		print_error("%s: %s\n", file->name, error.text);
		return false;
	}
	if (bench->code.count > sizeof(bench->executed) / sizeof(bench->executed[0])) {
		print_error("%s: %u instructions are too many for the bench\n", file->name, bench->code.count);
		return false;
	}
	bench->dispatch = (ch_gcn_dispatch){.blocks = {1, 1, 1}, .threads = {file->wave_size, 1, 1}};
	bench->launch = (ch_launch){.program = bench->program,
				    .dispatch = &bench->dispatch,
				    .lds_bytes = BENCH_LDS,
				    .step_limit = 1,
				    .checked = true};
	bench->launch.windows[CH_WINDOW_BUFFERS] =
		(ch_window){"memory",	  bench->memory, ((uint64_t)CH_WINDOW_BUFFERS << CH_WINDOW_SHIFT) + 0xfffff000,
			    BENCH_MEMORY, CH_GCN_INOUT,	 NULL,
			    NULL};
	bench->launch.windows[CH_WINDOW_IMAGE].base = (uint64_t)CH_WINDOW_IMAGE << CH_WINDOW_SHIFT;
	if (!ch_workgroup_open(&bench->group, &bench->launch, bench->executed))
		return false;
	bench->wave = &bench->group.waves[0];
	return true;
}

void bench_close(ch_bench *bench)
{
	ch_workgroup_close(&bench->group);
	ch_gcn_program_close(bench->program);
	ch_gcn_code_close(&bench->code);
}
