/* SPDX-License-Identifier: Apache-2.0 */
#include "guard_checks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A guard of its own for each check, and nothing read yet. */
typedef struct guarded {
	guard_world world;
	ch_qsa_environment environment;
	ch_qsa_guard guard;
} guarded;

static void set_device(guard_world *world, int device, const char *arch, int wave_size)
{
	ch_qsa_guard_device *entry = &world->devices[device];

	memset(entry->arch, 0, sizeof(entry->arch));
	memcpy(entry->arch, arch, strnlen(arch, sizeof(entry->arch)));
	entry->wave_size = wave_size;
}

/* Everything as it must be for the swizzle. */
static void begin(guarded *made, const ch_qsa_guard_calls *calls)
{
	memset(made, 0, sizeof(*made));
	made->world.own = "1";
	for (int i = 0; i < WORLD_DEVICES; i++)
		set_device(&made->world, i, "gfx906:sramecc+:xnack-", 64);
	guard_world_device = 0;
	ch_qsa_guard_init(&made->guard, calls, &made->world, &made->environment);
}

/* The answer, and that its words say the same. */
static bool ask(guarded *made)
{
	ch_qsa_guard_answer answer = ch_qsa_guard_ask(&made->guard, CH_POOL_INT8, CH_QSA_BATCH);

	if (strncmp(answer.words, answer.swizzle ? "query swizzle on: " : "query swizzle off: ", 18) != 0)
		abort();
	return answer.swizzle;
}

/* Two calls in a row: the second is answered by what the first kept. */
static bool ask_twice(guarded *made, bool expected)
{
	bool first = ask(made), second = ask(made);

	return first == expected && second == expected;
}

static bool words_have(guarded *made, const char *part)
{
	return strstr(ch_qsa_guard_ask(&made->guard, CH_POOL_INT8, CH_QSA_BATCH).words, part) != NULL;
}

bool guard_row_holds(const guard_row *row, const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.own = row->own;
	made.world.alias = row->alias;
	set_device(&made.world, 0, row->arch, row->wave_size);
	return ask_twice(&made, row->on);
}

static bool unterminated(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	memset(made.world.devices[0].arch, ':', CH_QSA_GUARD_ARCH);
	memcpy(made.world.devices[0].arch, "gfx906", 6);
	if (ask(&made))
		return false;
	/* legal features up to the last byte of the field, which no end follows */
	begin(&made, calls);
	for (size_t i = 6; i < CH_QSA_GUARD_ARCH; i++)
		made.world.devices[0].arch[i] = ":xnack+"[(i - 6) % 7];
	return !ask(&made);
}

static bool overlong(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	memset(made.world.devices[0].arch, '6', CH_QSA_GUARD_ARCH - 1);
	memcpy(made.world.devices[0].arch, "gfx90", 5);
	made.world.devices[0].arch[CH_QSA_GUARD_ARCH - 1] = 0;
	return !ask(&made);
}

/* What lies behind the end of the text is no part of it. */
static bool rest_of_field(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	memset(made.world.devices[0].arch, 'x', CH_QSA_GUARD_ARCH);
	memcpy(made.world.devices[0].arch, "gfx906:xnack-", 14);
	return ask(&made);
}

static bool half_pool(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	return !ch_qsa_guard_ask(&made.guard, CH_POOL_FP16, CH_QSA_BATCH).swizzle && ask(&made);
}

static bool step_entry(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	return !ch_qsa_guard_ask(&made.guard, CH_POOL_INT8, CH_QSA_STEP).swizzle && ask(&made);
}

static bool unknown_pool_or_entry(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	return !ch_qsa_guard_ask(&made.guard, CH_POOL_COUNT, CH_QSA_BATCH).swizzle &&
	       !ch_qsa_guard_ask(&made.guard, CH_POOL_INT8, CH_QSA_ENTRY_COUNT).swizzle;
}

/* The flag unset, an FP16 pool and a step leave the runtime alone. */
static bool no_device_asked(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.own = NULL;
	(void)ask(&made);
	bool none = made.world.devices_read == 0 && made.world.properties_read == 0;

	begin(&made, calls);
	(void)ch_qsa_guard_ask(&made.guard, CH_POOL_FP16, CH_QSA_BATCH);
	(void)ch_qsa_guard_ask(&made.guard, CH_POOL_INT8, CH_QSA_STEP);
	return none && made.world.devices_read == 0 && made.world.properties_read == 0;
}

static bool get_device_fails(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.get_device_fails = 1000;
	return ask_twice(&made, false) && words_have(&made, "current device could not be read");
}

static bool properties_fail(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.get_properties_fails = 1000;
	return ask_twice(&made, false) && words_have(&made, "properties of device 0 could not be read");
}

static bool get_device_fails_once(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.get_device_fails = 1;
	return !ask(&made) && ask(&made);
}

static bool properties_fail_once(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.get_properties_fails = 1;
	return !ask(&made) && ask(&made) && ask(&made);
}

/* A device that cannot be read must not be answered for by the one before it. */
static bool other_device_fails(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	bool first = ask(&made);

	guard_world_device = 1;
	made.world.get_properties_fails = 1;
	bool failed = !ask(&made), then = ask(&made);

	guard_world_device = 0;
	made.world.get_device_fails = 1;
	return first && failed && then && !ask(&made) && ask(&made);
}

static bool no_such_device(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	guard_world_device = -1;
	bool off = !ask(&made);

	guard_world_device = 7;
	return off && !ask(&made);
}

static bool two_devices(const ch_qsa_guard_calls *calls, int gfx906)
{
	guarded made;

	begin(&made, calls);
	set_device(&made.world, 1 - gfx906, "gfx90a:sramecc+:xnack-", 64);
	for (int i = 0; i < 6; i++) {
		guard_world_device = i % 2;
		if (ask(&made) != (i % 2 == gfx906))
			return false;
	}
	return true;
}

static bool gfx906_first(const ch_qsa_guard_calls *calls)
{
	return two_devices(calls, 0);
}

static bool gfx906_second(const ch_qsa_guard_calls *calls)
{
	return two_devices(calls, 1);
}

static bool waves_of_each_device(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	set_device(&made.world, 1, "gfx906", 32);
	bool first = ask(&made);

	guard_world_device = 1;
	bool second = ask(&made);

	guard_world_device = 0;
	return first && !second && ask(&made);
}

/* Once a thread and device, and again after another one. */
static bool properties_are_kept(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	for (int i = 0; i < 100; i++)
		(void)ask(&made);
	bool once = made.world.properties_read == 1 && made.world.devices_read == 100;

	guard_world_device = 1;
	(void)ask(&made);
	guard_world_device = 0;
	(void)ask(&made);
	return once && made.world.properties_read == 3;
}

/* What one guard kept is not another's. */
static bool guards_are_apart(const ch_qsa_guard_calls *calls)
{
	guarded made, other;

	begin(&made, calls);
	begin(&other, calls);
	set_device(&other.world, 0, "gfx1151", 32);
	return ask(&made) && !ask(&other) && ask(&made) && !ask(&other);
}

static bool environment_changed(const ch_qsa_guard_calls *calls, const char *first, const char *then)
{
	guarded made;

	begin(&made, calls);
	made.world.own = first;
	bool before = ask(&made);
	int read = made.world.variables_read;

	made.world.own = then;
	made.world.alias = then;
	return before == (first != NULL) && ask(&made) == before && made.world.variables_read == read;
}

static bool environment_set_later(const ch_qsa_guard_calls *calls)
{
	return environment_changed(calls, NULL, "1");
}

static bool environment_unset_later(const ch_qsa_guard_calls *calls)
{
	return environment_changed(calls, "1", NULL);
}

/* The first call counts even where it could not have been on. */
static bool environment_read_by_any_call(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	made.world.own = NULL;
	(void)ch_qsa_guard_ask(&made.guard, CH_POOL_FP16, CH_QSA_STEP);
	made.world.own = "1";
	return !ask(&made);
}

/* Two guards of one process have one environment. */
static bool environment_is_shared(const ch_qsa_guard_calls *calls)
{
	guarded made;
	ch_qsa_guard second;

	begin(&made, calls);
	ch_qsa_guard_init(&second, calls, &made.world, &made.environment);
	bool first = ask(&made);

	made.world.own = "0";
	return first && ch_qsa_guard_ask(&second, CH_POOL_INT8, CH_QSA_BATCH).swizzle;
}

enum { TURNS = 200 };

/* A thread that asks about its device again and again, beside the other. */
typedef struct asker {
	pthread_t thread;
	guarded *made;
	pthread_barrier_t *barrier;
	int device;
	bool expected, held;
} asker;

static void *ask_often(void *context)
{
	asker *one = context;

	guard_world_device = one->device;
	one->held = true;
	for (int i = 0; i < TURNS; i++) {
		pthread_barrier_wait(one->barrier);
		if (ask(one->made) != one->expected)
			one->held = false;
	}
	return NULL;
}

/* Both threads, turn by turn: their answers, and how often the world was read. */
static bool two_threads(const ch_qsa_guard_calls *calls, bool two_kinds)
{
	guarded made;
	pthread_barrier_t barrier;
	asker askers[2];

	begin(&made, calls);
	made.world.slow = true;
	if (two_kinds)
		set_device(&made.world, 1, "gfx908:sramecc+:xnack-", 64);
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++) {
		askers[i] = (asker){.made = &made,
				    .barrier = &barrier,
				    .device = two_kinds ? i : 0,
				    .expected = !two_kinds || i == 0};
		if (pthread_create(&askers[i].thread, NULL, ask_often, &askers[i]))
			abort();
	}
	for (int i = 0; i < 2; i++)
		pthread_join(askers[i].thread, NULL);
	pthread_barrier_destroy(&barrier);
	/* the environment once for both; properties once for each */
	return askers[0].held && askers[1].held && made.world.variables_read == 2 && made.world.properties_read == 2;
}

static bool two_threads_two_devices(const ch_qsa_guard_calls *calls)
{
	return two_threads(calls, true);
}

static bool two_threads_one_device(const ch_qsa_guard_calls *calls)
{
	return two_threads(calls, false);
}

static bool words_name_the_reason(const ch_qsa_guard_calls *calls)
{
	guarded made;

	begin(&made, calls);
	set_device(&made.world, 0, "gfx90a\n\x1b[31m", 64);
	if (!words_have(&made, "device 0 is 'gfx90a??[31m', not gfx906"))
		return false;
	begin(&made, calls);
	set_device(&made.world, 0, "gfx906", 32);
	if (!words_have(&made, "device 0 has waves of 32, not 64"))
		return false;
	begin(&made, calls);
	made.world.alias = "yes";
	if (!words_have(&made, "STRATA_GFX906_ATTN_QUERY_SWIZZLE is set, but not to exactly 1"))
		return false;
	begin(&made, calls);
	return words_have(&made, "device 0 is gfx906:sramecc+:xnack- with waves of 64");
}

/* The table for code that runs as one architecture. */
static bool fixed_architecture(const ch_qsa_guard_calls *calls)
{
	ch_qsa_guard_device device = {"gfx906", 64};
	ch_qsa_environment environment = {0};
	ch_qsa_guard guard;

	(void)calls;
	setenv("CHECKHIP_QSA_QUERY_SWIZZLE", "1", 1);
	unsetenv("STRATA_GFX906_ATTN_QUERY_SWIZZLE");
	ch_qsa_guard_init(&guard, &ch_qsa_guard_fixed, &device, &environment);
	bool on = ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_BATCH).swizzle;

	device = (ch_qsa_guard_device){"gfx1151", 32};
	ch_qsa_guard_init(&guard, &ch_qsa_guard_fixed, &device, &environment);
	return on && !ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_BATCH).swizzle;
}

/* Without an environment of its own a guard has the process's, which is read once. */
static bool process_environment(const ch_qsa_guard_calls *calls)
{
	ch_qsa_guard_device device = {"gfx906", 64};
	ch_qsa_guard guard;

	(void)calls;
	setenv("CHECKHIP_QSA_QUERY_SWIZZLE", "1", 1);
	unsetenv("STRATA_GFX906_ATTN_QUERY_SWIZZLE");
	for (int i = 0; i < 2; i++) {
		ch_qsa_guard_init(&guard, &ch_qsa_guard_fixed, &device, NULL);
		if (!ch_qsa_guard_ask(&guard, CH_POOL_INT8, CH_QSA_BATCH).swizzle)
			return false;
		setenv("CHECKHIP_QSA_QUERY_SWIZZLE", "0", 1);
	}
	return true;
}

const guard_check guard_checks[] = {
	{"arch not terminated", unterminated},
	{"arch overlong", overlong},
	{"arch ends before its field", rest_of_field},
	{"FP16 pool", half_pool},
	{"step entry", step_entry},
	{"unknown pool or entry", unknown_pool_or_entry},
	{"no device asked in vain", no_device_asked},
	{"current device fails", get_device_fails},
	{"properties fail", properties_fail},
	{"current device fails once, then does not", get_device_fails_once},
	{"properties fail once, then do not", properties_fail_once},
	{"properties of the other device fail", other_device_fails},
	{"no such device", no_such_device},
	{"devices gfx906, then gfx90a", gfx906_first},
	{"devices gfx90a, then gfx906", gfx906_second},
	{"waves of each device", waves_of_each_device},
	{"properties are kept", properties_are_kept},
	{"guards are apart", guards_are_apart},
	{"environment set after the first call", environment_set_later},
	{"environment unset after the first call", environment_unset_later},
	{"environment read by any call", environment_read_by_any_call},
	{"environment is shared", environment_is_shared},
	{"two threads, two devices", two_threads_two_devices},
	{"two threads, one device", two_threads_one_device},
	{"words name the reason", words_name_the_reason},
	{"fixed architecture", fixed_architecture},
	{"environment of the process", process_environment},
};

const int guard_check_count = sizeof(guard_checks) / sizeof(guard_checks[0]);
