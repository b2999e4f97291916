/* SPDX-License-Identifier: Apache-2.0
 *
 * The provider's process: opens it, maps the buffers of each call between unmapped pages, calls, answers. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "providers/providers.h"
#include "suite/worker_shared.h"

static ch_shared *handler_shared;

/* x86: bit 1 of the page fault's error code says that it was a write. Elsewhere it stays unknown. */
static int access_kind(const void *context)
{
#if defined(__x86_64__)
	const ucontext_t *machine = context;

	return machine->uc_mcontext.gregs[REG_ERR] & 2 ? 'w' : 'r';
#else
	(void)context;
	return 0;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	handler_shared->address = info->si_addr;
	handler_shared->access = number == SIGSEGV || number == SIGBUS ? access_kind(context) : 0;
	handler_shared->signal = number;
	_exit(128 + number);
}

static void catch_faults(ch_shared *shared)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	static unsigned char stack[65536]; /* the provider's own may be what overflowed */
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	handler_shared = shared;
	sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &action, NULL);
}

static bool map_buffer(const ch_buffer *buffer, ch_mapping *mapping, int memory_file, unsigned char **base)
{
	size_t guard = ch_page_size();
	int protection = buffer->output ? PROT_READ | PROT_WRITE : PROT_READ;
	unsigned char *region =
		mmap(NULL, mapping->pages + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (region == MAP_FAILED)
		return false;
	if (mmap(region + guard, mapping->pages, protection, MAP_SHARED | MAP_FIXED, memory_file,
		 (off_t)mapping->offset) == MAP_FAILED) {
		munmap(region, mapping->pages + 2 * guard);
		return false;
	}
	*base = region + guard;
	mapping->child_base = *base + mapping->begin;
	return true;
}

static void unmap_buffer(const ch_mapping *mapping, unsigned char *base)
{
	munmap(base - ch_page_size(), mapping->pages + 2 * ch_page_size());
}

static void call(ch_shared *shared, int memory_file, const ch_provider *provider, void *state)
{
	unsigned char *bases[CH_CALL_BUFFERS] = {0};
	ch_call local = shared->call;
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	uint32_t mapped;

	for (mapped = 0; mapped < local.buffer_count; mapped++) {
		const ch_buffer *buffer = &local.buffers[mapped];
		void *pointer = NULL;

		if (buffer->bytes && !map_buffer(buffer, &shared->mappings[mapped], memory_file, &bases[mapped]))
			break;
		if (buffer->bytes)
			pointer = shared->mappings[mapped].child_base;
		memcpy((char *)&local.args + buffer->pointer_offset, &pointer, sizeof(pointer));
	}
	if (mapped == local.buffer_count) {
		shared->status = ch_call_provider(provider, state, &local, &outcome);
	} else {
		shared->status = CH_OUT_OF_MEMORY;
		snprintf(outcome.message, sizeof(outcome.message), "the suite could not map the buffers of this call");
	}
	shared->outcome = outcome;
	for (uint32_t i = 0; i < mapped; i++) {
		if (bases[i])
			unmap_buffer(&shared->mappings[i], bases[i]);
	}
}

static void copy_text(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "");
}

static void describe(ch_shared *shared, const ch_provider *provider, void *state)
{
	ch_worker_info *info = &shared->info;
	uint32_t count = 0;

	shared->step = CH_STEP_VARIANTS;
	const ch_variant *variants = provider->variants ? provider->variants(state, &count) : NULL;

	copy_text(info->name, sizeof(info->name), provider->name);
	for (unsigned op = 0; op < CH_OP_COUNT; op++)
		info->ops |= ch_provider_has(provider, (ch_op)op) ? 1u << op : 0;
	if (provider->struct_size >= offsetof(ch_provider, promises) + sizeof(provider->promises))
		info->promises = provider->promises;
	for (uint32_t i = 0; variants && i < count && i < CH_WORKER_VARIANTS; i++) {
		ch_worker_variant *one = &info->variants[info->variant_count++];

		one->variant = variants[i];
		copy_text(one->name, sizeof(one->name), variants[i].name);
		copy_text(one->same_bytes_as, sizeof(one->same_bytes_as), variants[i].same_bytes_as);
		one->variant.name = one->name; /* the structure is shared at one address in both processes */
		one->variant.same_bytes_as = one->same_bytes_as[0] ? one->same_bytes_as : NULL;
	}
	shared->step = CH_STEP_DESCRIBE;
	if (provider->describe)
		provider->describe(state, info->description, sizeof(info->description));
	info->description[sizeof(info->description) - 1] = 0;
}

static bool answer(ch_shared *shared, int channel)
{
	shared->step = CH_STEP_NONE;
	shared->answered = shared->number;
	return write(channel, "a", 1) == 1;
}

_Noreturn void ch_worker_child(ch_shared *shared, int memory_file, int channel, const char *spec)
{
	const ch_provider *provider = NULL;
	const struct rlimit no_core = {0, 0};
	const char *argument = "";
	void *state = NULL;
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_IGN); /* Ctrl-C is the suite's to handle; it ends this process */
	setrlimit(RLIMIT_CORE, &no_core);
	dup2(STDERR_FILENO, STDOUT_FILENO); /* what a provider prints must not mix with a report */
	catch_faults(shared);

	while (read(channel, &byte, 1) == 1) {
		switch (shared->request) {
		case CH_REQUEST_OPEN: {
			ch_outcome outcome = {.struct_size = sizeof(outcome)};

			shared->step = CH_STEP_LOAD;
			provider = ch_provider_find(spec, &argument, outcome.message, sizeof(outcome.message));
			shared->status = CH_FAILED;
			shared->step = CH_STEP_OPEN;
			if (provider)
				shared->status = provider->open(argument, &state, &outcome);
			if (!shared->status)
				describe(shared, provider, state);
			shared->outcome = outcome;
			break;
		}
		case CH_REQUEST_CALL:
			call(shared, memory_file, provider, state);
			break;
		case CH_REQUEST_CLOSE:
		default:
			shared->step = CH_STEP_CLOSE;
			if (provider)
				provider->close(state);
			answer(shared, channel);
			_exit(0);
		}
		if (!answer(shared, channel))
			break;
	}
	_exit(0);
}
