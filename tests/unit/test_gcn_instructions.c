/* SPDX-License-Identifier: Apache-2.0
 *
 * One instruction a case: tests/gcn/instructions_*.txt has the text, what the registers hold, and what they must hold after it.
 * The lines are assembled at build time; each is decoded, prepared and run on one wave. Registers that a case does not name
 * must not change, nor lanes that EXEC leaves off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"
#include "gcn/elf.h"
#include "gcn/lane_float.h"
#include "gcn/workgroup.h"

enum { VGPRS = 48, MEMORY = 256, LDS = 256, MAX_LINE = 512 };

typedef struct ch_case_file {
	const char *arch; /* of the object */
	uint32_t wave_size;
	const char *name; /* of the text */
} ch_case_file;

typedef struct ch_bench {
	ch_gcn_code code;
	ch_gcn_kernel kernel;
	ch_gcn_program *program;
	ch_gcn_dispatch dispatch;
	ch_launch launch;
	ch_workgroup group;
	ch_wave *wave;
	uint8_t memory[MEMORY];
	bool named_v[VGPRS], named_s[CH_GCN_SCALARS];
	uint64_t executed[1 << 14];
} ch_bench;

static uint8_t object[1 << 20];

static const uint8_t *text_read(const ch_case_file *file, uint64_t *size)
{
	char path[1024];
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/%s.o", file->name);
	FILE *stream = fopen(path, "rb");
	if (!stream)
		return NULL;
	const size_t got = fread(object, 1, sizeof(object), stream);
	fclose(stream);
	ch_gcn_elf elf;
	ch_gcn_error error;
	Elf64_Shdr section;
	bool found = false;
	assert_int_equal(ch_gcn_elf_open(object, got, &elf, &error), CH_OK);
	assert_int_equal(ch_gcn_elf_find(&elf, ".text", &section, &found, &error), CH_OK);
	assert_true(found);
	*size = section.sh_size;
	return object + section.sh_offset;
}

/* "12", "-1", "0x80", "1.5f" (binary32), "1.5h" (binary16), "1.5d" (binary64), "mem+8". */
static uint64_t value_of(const ch_bench *bench, const char *text)
{
	const size_t length = strlen(text);
	char *end;
	if (strncmp(text, "mem", 3) == 0)
		return bench->launch.windows[CH_WINDOW_BUFFERS].base + strtoull(text[3] ? text + 4 : "0", NULL, 0);
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

typedef enum ch_place_kind { VECTOR, SCALAR, SCC, MEMORY_WORD, LDS_WORD, MODE_FIELD, UNKNOWN } ch_place_kind;
typedef struct ch_place {
	ch_place_kind kind;
	uint32_t index, words;
	int32_t lane; /* -1: all that are on */
	uint8_t *field;
} ch_place;

static ch_place place_of(ch_bench *bench, const char *name)
{
	ch_place p = {.kind = UNKNOWN, .words = 1, .lane = -1};
	ch_float_mode *mode = &bench->wave->mode;
	uint32_t first, last;
	int32_t lane;
	char kind;
	const struct {
		const char *name;
		uint32_t index;
	} scalars[] = {{"vcc", CH_GCN_VCC}, {"exec", CH_GCN_EXEC}, {"m0", CH_GCN_M0}};
	const struct {
		const char *name;
		void *field;
	} fields[] = {{"round32", &mode->round32},	{"round16", &mode->round16_64}, {"denorm32", &mode->denorm32},
		      {"denorm16", &mode->denorm16_64}, {"ieee", &mode->ieee},		{"dx10", &mode->dx10_clamp}};
	for (size_t i = 0; i < 3; i++)
		if (strcmp(name, scalars[i].name) == 0)
			return (ch_place){SCALAR, scalars[i].index, i < 2 ? bench->program->lanes / 32 : 1, -1, NULL};
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (strcmp(name, fields[i].name) == 0)
			return (ch_place){MODE_FIELD, 0, 1, -1, fields[i].field};
	/* NOLINTBEGIN(cert-err34-c): the names are this test's own, a number among them has at most three digits */
	if (strcmp(name, "scc") == 0)
		p.kind = SCC;
	else if (sscanf(name, "mem@%u", &first) == 1)
		p = (ch_place){MEMORY_WORD, first, 1, -1, NULL};
	else if (sscanf(name, "lds@%u", &first) == 1)
		p = (ch_place){LDS_WORD, first, 1, -1, NULL};
	else if (sscanf(name, "%c[%u:%u]", &kind, &first, &last) == 3)
		p = (ch_place){kind == 'v' ? VECTOR : SCALAR, first, last - first + 1, -1, NULL};
	else if (sscanf(name, "v%u[%d]", &first, &lane) == 2)
		p = (ch_place){VECTOR, first, 1, lane, NULL};
	else if (sscanf(name, "%c%u", &kind, &first) == 2 && (kind == 'v' || kind == 's'))
		p = (ch_place){kind == 'v' ? VECTOR : SCALAR, first, 1, -1, NULL};
	/* NOLINTEND(cert-err34-c) */
	return p;
}

static void set_place(ch_bench *bench, const ch_place *p, uint64_t value)
{
	ch_wave *wave = bench->wave;
	for (uint32_t w = 0; w < p->words; w++) {
		const uint32_t word = (uint32_t)(value >> (32 * w));
		if (p->kind == SCALAR)
			ch_wave_set_sgpr(wave, p->index + w, word, 0);
		for (uint32_t l = 0; p->kind == VECTOR && l < wave->lanes; l++)
			if (p->lane < 0 || (uint32_t)p->lane == l)
				wave->v[(p->index + w) * wave->lanes + l] = word;
	}
	const uint32_t word = (uint32_t)value;
	if (p->kind == SCC) {
		wave->scc = word;
		wave->scc_undefined = false;
	} else if (p->kind == MEMORY_WORD) {
		memcpy(bench->memory + p->index, &word, 4);
	} else if (p->kind == LDS_WORD) {
		memcpy(bench->group.lds + p->index, &word, 4);
	} else if (p->kind == MODE_FIELD) {
		*p->field = (uint8_t)value;
	}
}

static bool check_word(const char *line, const char *what, uint32_t lane, uint32_t got, uint32_t expected)
{
	if (got == expected)
		return true;
	print_error("%s\n    %s lane %u: got 0x%08x, expected 0x%08x\n", line, what, lane, got, expected);
	return false;
}

static bool check_place(ch_bench *bench, const ch_place *p, const char *name, uint64_t value, const char *line)
{
	ch_wave *wave = bench->wave;
	const uint64_t on = ch_wave_exec(wave);
	bool ok = true;
	for (uint32_t w = 0; w < p->words && ok; w++) {
		const uint32_t word = (uint32_t)(value >> (32 * w));
		if (p->kind == SCALAR) {
			ok = check_word(line, name, 0, wave->s[p->index + w], word);
			bench->named_s[p->index + w] = true;
		}
		for (uint32_t l = 0; p->kind == VECTOR && l < wave->lanes && ok; l++)
			if (p->lane < 0 ? on >> l & 1 : (uint32_t)p->lane == l)
				ok = check_word(line, name, l, wave->v[(p->index + w) * wave->lanes + l], word);
		if (p->kind == VECTOR)
			bench->named_v[p->index + w] = true;
	}
	uint32_t got = 0;
	if (p->kind == SCC)
		got = wave->scc;
	else if (p->kind == MEMORY_WORD)
		memcpy(&got, bench->memory + p->index, 4);
	else if (p->kind == LDS_WORD)
		memcpy(&got, bench->group.lds + p->index, 4);
	else
		return ok;
	return check_word(line, name, 0, got, (uint32_t)value);
}

/* Sets or checks the places of one part of a line: "v0=5 s4=0x10". */
static bool each_place(ch_bench *bench, char *part, bool check, const char *line)
{
	char *rest = NULL;
	bool ok = true;
	for (char *word = strtok_r(part, " \t", &rest); word && ok; word = strtok_r(NULL, " \t", &rest)) {
		char *equals = strchr(word, '=');
		if (!equals) {
			print_error("%s\n    no value: %s\n", line, word);
			return false;
		}
		*equals = '\0';
		const ch_place p = place_of(bench, word);
		if (p.kind == UNKNOWN) {
			print_error("%s\n    unknown place: %s\n", line, word);
			return false;
		}
		const uint64_t value = value_of(bench, equals + 1);
		if (check)
			ok = check_place(bench, &p, word, value, line);
		else
			set_place(bench, &p, value);
	}
	return ok;
}

static void reset(ch_bench *bench)
{
	ch_wave *wave = bench->wave;
	for (uint32_t i = 0; i < VGPRS * wave->lanes; i++)
		wave->v[i] = 0x77000000 + i;
	memset(wave->v_dirty, 0, sizeof(wave->v_dirty));
	for (uint32_t i = 0; i < CH_GCN_SCALARS; i++)
		ch_wave_set_sgpr(wave, i, i == CH_GCN_NULL ? 0 : 0x66000000 + i, 0);
	wave->s[CH_GCN_NULL] = 0;
	wave->scc = 0;
	wave->scc_undefined = false;
	wave->event_count = 0;
	wave->state = CH_WAVE_RUNS;
	wave->mode = bench->program->mode;
	wave->initial_exec = wave->lanes == 64 ? UINT64_MAX : UINT32_MAX;
	ch_wave_set_mask(wave, CH_GCN_EXEC, wave->initial_exec, 0);
	ch_wave_set_mask(wave, CH_GCN_VCC, 0, 0);
	memset(bench->group.lds, 0, LDS);
	memset(bench->group.lds_undefined, 0, LDS);
	memset(bench->group.lds_writer, 0, LDS);
	memset(bench->group.lds_readers, 0, LDS * sizeof(uint32_t));
	memset(bench->named_v, 0, sizeof(bench->named_v));
	memset(bench->named_s, 0, sizeof(bench->named_s));
	for (uint32_t i = 0; i < MEMORY; i++)
		bench->memory[i] = (uint8_t)i;
}

/* False: a fault ended it. */
static bool run_step(ch_bench *bench, uint32_t index)
{
	if (setjmp(bench->group.stop))
		return false;
	bench->program->steps[index].run(bench->wave, &bench->program->steps[index]);
	return true;
}

static bool run_case(ch_bench *bench, uint32_t index, char *line)
{
	static uint32_t before[VGPRS * CH_MAX_LANES], scalars[CH_GCN_SCALARS];
	ch_wave *wave = bench->wave;
	char copy[MAX_LINE], *parts[3] = {copy, NULL, NULL};
	snprintf(copy, sizeof(copy), "%s", line);
	for (uint32_t i = 0; i < 2; i++) {
		parts[i + 1] = strchr(parts[i], ';');
		if (!parts[i + 1]) {
			print_error("%s\n    expected text ; before ; after\n", line);
			return false;
		}
		*parts[i + 1]++ = '\0';
	}
	char *source = strchr(parts[2], '#');
	if (source)
		*source = '\0';
	reset(bench);
	if (!each_place(bench, parts[1], false, line))
		return false;
	memcpy(before, wave->v, VGPRS * wave->lanes * sizeof(uint32_t));
	memcpy(scalars, wave->s, sizeof(scalars));
	const uint64_t on = ch_wave_exec(wave);
	wave->pc = index + 1;
	if (!run_step(bench, index)) {
		print_error("%s\n    %s\n", line, bench->group.fault.text);
		return false;
	}
	if (!each_place(bench, parts[2], true, line))
		return false;
	bool ok = true;
	for (uint32_t r = 0; r < VGPRS; r++)
		for (uint32_t l = 0; l < wave->lanes && ok; l++)
			if (!bench->named_v[r] || (!(on >> l & 1) && !strstr(line, "writelane")))
				ok = check_word(line, "a register or lane that must not change", l,
						wave->v[r * wave->lanes + l], before[r * wave->lanes + l]);
	for (uint32_t i = 0; i < CH_GCN_SCALARS && ok; i++)
		if (!bench->named_s[i])
			ok = check_word(line, "a scalar that must not change", i, wave->s[i], scalars[i]);
	return ok;
}

static bool open_bench(ch_bench *bench, const ch_case_file *file, const uint8_t *text, uint64_t size)
{
	ch_gcn_error error = {""};
	memset(bench, 0, sizeof(*bench));
	bench->kernel.descriptor = (ch_gcn_descriptor){.vgprs = VGPRS,
						       .denorm32 = 3,
						       .denorm16_64 = 3,
						       .ieee_mode = true,
						       .dx10_clamp = true,
						       .lds_bytes = LDS};
	if (ch_gcn_decode_bytes(file->arch, file->wave_size, text, size, 0, &bench->code, &error) ||
	    ch_gcn_program_open(NULL, &bench->kernel, &bench->code, &bench->program, &error)) {
		print_error("%s: %s\n", file->name, error.text);
		return false;
	}
	bench->dispatch = (ch_gcn_dispatch){.blocks = {1, 1, 1}, .threads = {file->wave_size, 1, 1}};
	bench->launch = (ch_launch){.program = bench->program,
				    .dispatch = &bench->dispatch,
				    .lds_bytes = LDS,
				    .step_limit = 1,
				    .checked = true};
	bench->launch.windows[CH_WINDOW_BUFFERS] =
		(ch_window){"memory", bench->memory, ((uint64_t)CH_WINDOW_BUFFERS << CH_WINDOW_SHIFT) + 0xfffff000,
			    MEMORY,   CH_GCN_INOUT,  NULL,
			    NULL};
	if (!ch_workgroup_open(&bench->group, &bench->launch, bench->executed))
		return false;
	bench->wave = &bench->group.waves[0];
	return true;
}

static void instructions_do_what_the_isa_says(void **state)
{
	const ch_case_file *file = *state;
	uint64_t size = 0;
	char path[1024], line[MAX_LINE];
	const uint8_t *text = text_read(file, &size);
	if (!text)
		skip();
	ch_bench *bench = malloc(sizeof(*bench));
	assert_non_null(bench);
	assert_true(open_bench(bench, file, text, size));
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/%s.txt", file->name);
	FILE *cases = fopen(path, "r");
	assert_non_null(cases);
	uint32_t index = 0, failed = 0, count = 0;
	while (fgets(line, sizeof(line), cases)) {
		line[strcspn(line, "\n")] = '\0';
		if (!line[0] || line[0] == '#')
			continue;
		assert_true(index < bench->code.count);
		failed += !run_case(bench, index, line);
		count++;
		index += bench->code.insns[index].flags & CH_GCN_VOPD_X ? 2 : 1;
	}
	fclose(cases);
	assert_int_equal(index, bench->code.count);
	print_message("%s: %u cases\n", file->name, count);
	ch_workgroup_close(&bench->group);
	ch_gcn_program_close(bench->program);
	ch_gcn_code_close(&bench->code);
	free(bench);
	assert_int_equal(failed, 0);
}

int main(void)
{
	static ch_case_file files[] = {{"gfx906", 64, "instructions_gfx906"},
				       {"gfx1100", 32, "instructions_gfx1100"},
				       {"gfx1151", 32, "instructions_gfx1151"}};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[0]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[1]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[2]),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
