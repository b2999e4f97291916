/* SPDX-License-Identifier: Apache-2.0
 *
 * The suite's side of a provider's process: starts it, places the buffers, waits with a time limit, and says in words how a
 * call ended that did not return. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite/clock.h"
#include "suite/worker_shared.h"

struct ch_worker {
	char *spec;
	double time_limit;
	pid_t child; /* 0: none is running */
	int channel;
	int memory_file;
	unsigned char *memory;
	size_t memory_bytes;
	ch_shared *shared;
	ch_worker_info info; /* a copy the child cannot change */
	bool opened;
};

static volatile sig_atomic_t interrupted;

void ch_worker_interrupt(void)
{
	interrupted = 1;
}

bool ch_worker_interrupted(void)
{
	return interrupted != 0;
}

size_t ch_page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t bytes)
{
	size_t page = ch_page_size();

	return (bytes + page - 1) / page * page;
}

ch_worker *ch_worker_new(const char *provider_spec, double time_limit_seconds)
{
	ch_worker *worker = calloc(1, sizeof(*worker));

	if (!worker)
		return NULL;
	worker->memory_file = -1;
	worker->time_limit = time_limit_seconds;
	worker->spec = strdup(provider_spec);
	worker->shared = mmap(NULL, sizeof(*worker->shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (worker->shared == MAP_FAILED)
		worker->shared = NULL;
	worker->memory_file = memfd_create("checkhip", MFD_CLOEXEC);
	if (!worker->spec || !worker->shared || worker->memory_file < 0) {
		ch_worker_free(worker);
		return NULL;
	}
	return worker;
}

/* Ends the child whatever it is doing, and gives its wait status. */
static int end_child(ch_worker *worker)
{
	int status = 0;

	if (!worker->child)
		return 0;
	kill(worker->child, SIGKILL);
	while (waitpid(worker->child, &status, 0) < 0 && errno == EINTR)
		;
	close(worker->channel);
	worker->child = 0;
	worker->opened = false;
	return status;
}

static bool start_child(ch_worker *worker)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	memset(worker->shared, 0, sizeof(*worker->shared));
	fflush(NULL); /* else the child's copy of a half-full stream would be written twice */
	worker->child = fork();
	if (worker->child == 0) {
		close(ends[0]);
		ch_worker_child(worker->shared, worker->memory_file, ends[1], worker->spec);
	}
	close(ends[1]);
	worker->channel = ends[0];
	if (worker->child < 0) {
		worker->child = 0;
		close(ends[0]);
		return false;
	}
	return true;
}

typedef enum ch_wait { WAIT_ANSWERED, WAIT_DIED, WAIT_TIMED_OUT, WAIT_INTERRUPTED } ch_wait;

/* Polls in slices: a child that left a process of its own behind would keep the channel open after its death. */
static ch_wait await_answer(ch_worker *worker, int *wait_status)
{
	double end = ch_clock_seconds() + worker->time_limit;
	struct pollfd channel = {.fd = worker->channel, .events = POLLIN};
	char byte;

	for (;;) {
		int ready = poll(&channel, 1, 50);

		if (ready > 0 && recv(worker->channel, &byte, 1, MSG_DONTWAIT) == 1) {
			if (worker->shared->answered == worker->shared->number)
				return WAIT_ANSWERED;
			if (ch_clock_seconds() <= end)
				continue;
		}
		if (waitpid(worker->child, wait_status, WNOHANG) == worker->child) {
			close(worker->channel);
			worker->child = 0;
			worker->opened = false;
			return WAIT_DIED;
		}
		if (interrupted)
			return WAIT_INTERRUPTED;
		if (ch_clock_seconds() > end)
			return WAIT_TIMED_OUT;
		if (ready > 0)
			poll(NULL, 0, 1); /* hung up but not yet reaped */
	}
}

static bool send_request(ch_worker *worker, ch_request request)
{
	worker->shared->request = request;
	worker->shared->number = worker->shared->answered + 1;
	worker->shared->signal = 0;
	return send(worker->channel, "r", 1, MSG_NOSIGNAL) == 1;
}

/* "read 3 bytes past the end of w (42 bytes)", if the address lies near a buffer of the running call. */
static bool name_address(const ch_shared *shared, char *words, size_t size)
{
	const char *verb = shared->access == 'w' ? "wrote" : shared->access == 'r' ? "read" : "touched";
	uintptr_t address = (uintptr_t)shared->address;

	for (uint32_t i = 0; i < shared->call.buffer_count; i++) {
		const ch_buffer *buffer = &shared->call.buffers[i];
		const ch_mapping *mapping = &shared->mappings[i];
		uintptr_t base = (uintptr_t)mapping->child_base;
		uintptr_t low = base - mapping->begin - ch_page_size(),
			  high = low + mapping->pages + 2 * ch_page_size();

		if (!base || address < low || address >= high)
			continue;
		if (address < base)
			snprintf(words, size, "%s %zu byte%s before the start of %s", verb, (size_t)(base - address),
				 base - address == 1 ? "" : "s", buffer->name);
		else if (address >= base + buffer->bytes)
			snprintf(words, size, "%s past the end of %s: byte %zu of a buffer of %zu", verb, buffer->name,
				 (size_t)(address - base), buffer->bytes);
		else
			snprintf(words, size, "%s the input %s at byte %zu", verb, buffer->name,
				 (size_t)(address - base));
		return true;
	}
	return false;
}

/* ", in its open function"; nothing where a case's call was running. */
static const char *step_words(const ch_worker *worker)
{
	static const char *const words[] = {
		[CH_STEP_NONE] = "",
		[CH_STEP_LOAD] = ", while it was loaded",
		[CH_STEP_OPEN] = ", in its open function",
		[CH_STEP_DESCRIBE] = ", in its describe function",
		[CH_STEP_VARIANTS] = ", in its variants function",
		[CH_STEP_CLOSE] = ", in its close function",
	};
	const ch_step step = worker->shared->step;

	return (size_t)step < sizeof(words) / sizeof(words[0]) ? words[step] : "";
}

/* What a provider says goes to terminals and into tables. */
static void make_one_line(char *text, size_t size)
{
	text[size - 1] = 0;
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = ' ';
	}
}

static void describe_death(const ch_worker *worker, int wait_status, ch_call_report *report)
{
	const ch_shared *shared = worker->shared;
	int number = shared->signal ? shared->signal : WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;

	if (!number) {
		report->end = CH_CALL_EXITED;
		snprintf(report->words, sizeof(report->words), "the provider ended the process with exit code %d%s",
			 WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1, step_words(worker));
		return;
	}
	report->end = CH_CALL_CRASHED;
	if ((number == SIGSEGV || number == SIGBUS) && shared->request == CH_REQUEST_CALL &&
	    name_address(shared, report->words, sizeof(report->words))) {
		report->clause = shared->access == 'w' ? "NO-OVERWRITE" : "NO-OVERREAD";
		return;
	}
	snprintf(report->words, sizeof(report->words), "the provider crashed: %s%s%s", strsignal(number),
		 number == SIGSEGV && (uintptr_t)shared->address < 4096 ? " at a null pointer" : "",
		 step_words(worker));
}

/* One request to the end, whatever that is. */
static bool exchange(ch_worker *worker, ch_request request, ch_call_report *report)
{
	double begin = ch_clock_seconds();
	int wait_status = 0;
	ch_wait wait = send_request(worker, request) ? await_answer(worker, &wait_status) : WAIT_DIED;

	if (wait == WAIT_DIED && worker->child)
		wait_status = end_child(worker);
	report->seconds = ch_clock_seconds() - begin;
	report->outcome = worker->shared->outcome;
	make_one_line(report->outcome.variant, sizeof(report->outcome.variant));
	make_one_line(report->outcome.message, sizeof(report->outcome.message));
	make_one_line(report->outcome.note, sizeof(report->outcome.note));
	report->status = worker->shared->status;

	switch (wait) {
	case WAIT_ANSWERED:
		report->end = CH_CALL_RETURNED;
		return true;
	case WAIT_DIED:
		describe_death(worker, wait_status, report);
		return false;
	case WAIT_TIMED_OUT:
		report->end = CH_CALL_TIMED_OUT;
		snprintf(report->words, sizeof(report->words), "no answer within the time limit of %g s%s",
			 worker->time_limit, step_words(worker));
		break;
	case WAIT_INTERRUPTED:
	default:
		report->end = CH_CALL_NOT_STARTED;
		snprintf(report->words, sizeof(report->words), "interrupted");
		break;
	}
	end_child(worker);
	return false;
}

const ch_worker_info *ch_worker_open(ch_worker *worker, ch_call_report *report)
{
	*report = (ch_call_report){.end = CH_CALL_NOT_STARTED, .status = CH_FAILED};
	if (interrupted) {
		snprintf(report->words, sizeof(report->words), "interrupted");
		return NULL;
	}
	if (worker->opened)
		return &worker->info;
	if (!worker->child && !start_child(worker)) {
		snprintf(report->words, sizeof(report->words), "cannot start a process for the provider: %s",
			 strerror(errno));
		return NULL;
	}
	if (!exchange(worker, CH_REQUEST_OPEN, report))
		return NULL;
	if (report->status) {
		report->end = CH_CALL_NOT_STARTED;
		snprintf(report->words, sizeof(report->words), "%s",
			 report->outcome.message[0] ? report->outcome.message : ch_status_words(report->status));
		end_child(worker);
		return NULL;
	}
	worker->info = worker->shared->info;
	make_one_line(worker->info.name, sizeof(worker->info.name));
	make_one_line(worker->info.description, sizeof(worker->info.description));
	if (worker->info.variant_count > CH_WORKER_VARIANTS)
		worker->info.variant_count = CH_WORKER_VARIANTS;
	for (uint32_t i = 0; i < worker->info.variant_count; i++) {
		ch_worker_variant *one = &worker->info.variants[i];

		make_one_line(one->name, sizeof(one->name));
		make_one_line(one->same_bytes_as, sizeof(one->same_bytes_as));
		one->variant.name = one->name;
		one->variant.same_bytes_as = one->same_bytes_as[0] ? one->same_bytes_as : NULL;
	}
	worker->opened = true;
	return &worker->info;
}

/* Room in the memory file, mapped here. A large case's memory is given back when a small one follows. */
static bool reserve_memory(ch_worker *worker, size_t bytes)
{
	const size_t keep = (size_t)64 << 20;

	if (worker->memory_bytes >= bytes && (worker->memory_bytes <= keep || bytes > worker->memory_bytes / 4))
		return true;
	if (worker->memory)
		munmap(worker->memory, worker->memory_bytes);
	worker->memory = NULL;
	worker->memory_bytes = 0;
	if (ftruncate(worker->memory_file, 0) || ftruncate(worker->memory_file, (off_t)bytes))
		return false;
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, worker->memory_file, 0);

	if (memory == MAP_FAILED)
		return false;
	worker->memory = memory;
	worker->memory_bytes = bytes;
	return true;
}

static bool lay_out(ch_worker *worker, const ch_call *call, ch_place place, uint32_t shift)
{
	size_t offset = 0;

	for (uint32_t i = 0; i < call->buffer_count; i++) {
		const ch_buffer *buffer = &call->buffers[i];
		ch_mapping *mapping = &worker->shared->mappings[i];
		size_t lead = place == CH_PLACE_BEGIN ? shift / buffer->align * buffer->align : 0;

		mapping->offset = offset;
		mapping->pages = whole_pages(buffer->bytes + lead);
		mapping->child_base = NULL;
		mapping->begin = place == CH_PLACE_BEGIN
					 ? lead
					 : (mapping->pages - buffer->bytes) / buffer->align * buffer->align;
		offset += mapping->pages;
	}
	return reserve_memory(worker, offset ? offset : ch_page_size());
}

/* Inputs are surrounded by 0xff: NaN as a float, an invalid byte as a scale, -1 as an index. */
static void fill(ch_worker *worker, const ch_call *call, uint8_t pattern)
{
	for (uint32_t i = 0; i < call->buffer_count; i++) {
		const ch_buffer *buffer = &call->buffers[i];
		const ch_mapping *mapping = &worker->shared->mappings[i];
		unsigned char *pages = worker->memory + mapping->offset;

		if (buffer->output) {
			memset(pages, pattern, mapping->pages);
			continue;
		}
		memset(pages, 0xff, mapping->begin);
		if (buffer->bytes)
			memcpy(pages + mapping->begin, buffer->input, buffer->bytes);
		memset(pages + mapping->begin + buffer->bytes, 0xff, mapping->pages - mapping->begin - buffer->bytes);
	}
}

static void check_surroundings(const ch_worker *worker, const ch_call *call, uint8_t pattern, ch_call_report *report)
{
	for (uint32_t i = 0; i < call->buffer_count; i++) {
		const ch_buffer *buffer = &call->buffers[i];
		const ch_mapping *mapping = &worker->shared->mappings[i];
		const unsigned char *pages = worker->memory + mapping->offset;
		size_t end = mapping->begin + buffer->bytes;

		for (size_t at = 0; buffer->output && at < mapping->pages; at++) {
			if (at == mapping->begin)
				at = end;
			if (at == mapping->pages || pages[at] == pattern)
				continue;
			report->clause = "NO-OVERWRITE";
			if (at < end)
				snprintf(report->words, sizeof(report->words),
					 "wrote %zu bytes before the start of the output %s", mapping->begin - at,
					 buffer->name);
			else
				snprintf(report->words, sizeof(report->words),
					 "wrote past the end of the output %s: byte %zu of a buffer of %zu",
					 buffer->name, at - mapping->begin, buffer->bytes);
			return;
		}
	}
}

void ch_worker_call(ch_worker *worker, const ch_call *call, ch_place place, uint32_t shift, uint8_t pattern,
		    ch_call_report *report)
{
	if (!ch_worker_open(worker, report))
		return;
	if (!lay_out(worker, call, place, shift)) {
		*report = (ch_call_report){.end = CH_CALL_NOT_STARTED, .status = CH_OUT_OF_MEMORY};
		snprintf(report->words, sizeof(report->words), "no memory for the buffers of this case: %s",
			 strerror(errno));
		return;
	}
	fill(worker, call, pattern);
	worker->shared->call = *call;
	*report = (ch_call_report){0};
	if (exchange(worker, CH_REQUEST_CALL, report))
		check_surroundings(worker, call, pattern, report);
}

const uint8_t *ch_worker_result(const ch_worker *worker, uint32_t buffer)
{
	const ch_mapping *mapping = &worker->shared->mappings[buffer];

	return worker->memory + mapping->offset + mapping->begin;
}

bool ch_worker_close(ch_worker *worker, ch_call_report *report)
{
	bool closed = true;

	*report = (ch_call_report){0};
	if (worker->child && worker->opened && !interrupted) {
		worker->time_limit = worker->time_limit < 10 ? worker->time_limit : 10;
		closed = exchange(worker, CH_REQUEST_CLOSE, report) || interrupted;
	}
	end_child(worker);
	return closed;
}

void ch_worker_free(ch_worker *worker)
{
	ch_call_report report;

	if (!worker)
		return;
	(void)ch_worker_close(worker, &report);
	if (worker->memory)
		munmap(worker->memory, worker->memory_bytes);
	if (worker->shared)
		munmap(worker->shared, sizeof(*worker->shared));
	if (worker->memory_file >= 0)
		close(worker->memory_file);
	free(worker->spec);
	free(worker);
}
