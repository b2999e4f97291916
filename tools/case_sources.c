/* SPDX-License-Identifier: Apache-2.0 */
#include "case_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef CHECKHIP_WITH_VECTORS
#include "vectors/digests.h"
#include "vectors/known.h"
#endif

enum { MISSING = 4, DIGESTS = 2 * CH_FORMAT_COUNT };

struct ch_case_sources {
	char known_dir[4096];
	struct {
		const char *name, *reason;
	} missing[MISSING];
	unsigned missing_count;
#ifdef CHECKHIP_WITH_VECTORS
	ch_known *known;
	void *digest_inputs[DIGESTS];
#endif
};

static void note_missing(ch_case_sources *sources, const char *name, const char *reason)
{
	if (sources->missing_count == MISSING)
		return;
	sources->missing[sources->missing_count].name = name;
	sources->missing[sources->missing_count++].reason = reason;
}

#ifdef CHECKHIP_WITH_VECTORS

static void sha256(const void *data, size_t bytes, char hex[65])
{
	if (!ch_sha256_hex(data, bytes, hex))
		snprintf(hex, 65, "libcrypto has no SHA-256");
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_digests(ch_case_sources *sources, ch_case_list *list)
{
	for (unsigned i = 0; i < DIGESTS; i++) {
		ch_format format = (ch_format)(i / 2);
		ch_digest_part part = (ch_digest_part)(i % 2);
		ch_case one = {
			.op = CH_OP_DECODE,
			.format = format,
			.data = CH_DATA_DIGEST,
			.judge = CH_JUDGE_DIGEST,
			.k = CH_BLOCK_WEIGHTS,
			.rows = ch_digest_blocks(part),
			.ncols = 1,
			.seed = ch_digest_seed(format),
			.variant = CH_VARIANT_DEFAULT,
		};

		sources->digest_inputs[i] = ch_digest_inputs(format, part);
		if (!sources->digest_inputs[i])
			return false;
		snprintf(one.name, sizeof(one.name), "decode/%s/digest/%s", ch_format_get(format)->name,
			 ch_digest_part_name(part));
		one.given.w = sources->digest_inputs[i];
		one.given.expected = ch_digest_expected(format, part);
		one.given.expected_bytes = 64;
		if (!ch_case_add(list, &one))
			return false;
	}
	return true;
}

static bool open_known(ch_case_sources *sources, const char *asked, ch_case_list *list, char *error, size_t error_size)
{
	const char *named = asked ? asked : getenv("CHECKHIP_KNOWN_ANSWERS");
	const char *dir = named && *named ? named : "../shared/vectors";

	if (strcmp(dir, "none") == 0)
		return true;
	if (!named && !is_directory(dir)) {
		note_missing(sources, "known/files",
			     "no known-answer files: neither CHECKHIP_KNOWN_ANSWERS nor ../shared/vectors names a "
			     "directory");
		return true;
	}
	sources->known = ch_known_open(dir, error, error_size);
	if (!sources->known)
		return false;
	snprintf(sources->known_dir, sizeof(sources->known_dir), "%s", dir);
	if (ch_known_cases(sources->known, list))
		return true;
	snprintf(error, error_size, "no memory for the known answers");
	return false;
}

static bool open_parts(ch_case_sources *sources, const char *known_dir, ch_case_list *list, char *error,
		       size_t error_size)
{
	if (!add_digests(sources, list)) {
		snprintf(error, error_size, "no memory for the digests' inputs");
		return false;
	}
	return open_known(sources, known_dir, list, error, error_size);
}

static void close_parts(ch_case_sources *sources)
{
	for (unsigned i = 0; i < DIGESTS; i++)
		free(sources->digest_inputs[i]);
	ch_known_close(sources->known);
}

#else

static bool open_parts(ch_case_sources *sources, const char *known_dir, ch_case_list *list, char *error,
		       size_t error_size)
{
	(void)list;
	if (known_dir && strcmp(known_dir, "none") != 0) {
		snprintf(error, error_size, "known-answer files need a build with CHECKHIP_VECTORS (cJSON, libcrypto)");
		return false;
	}
	note_missing(sources, "decode/digest", "built without libcrypto, so there is no SHA-256");
	note_missing(sources, "known/files", "built without CHECKHIP_VECTORS, so known-answer files cannot be read");
	return true;
}

static void close_parts(ch_case_sources *sources)
{
	(void)sources;
}

#endif

ch_case_sources *ch_case_sources_open(const ch_worker_info *info, ch_level level, uint64_t seed, const char *known_dir,
				      ch_case_list *list, char *error, size_t error_size)
{
	ch_case_sources *sources = calloc(1, sizeof(*sources));

	if (!sources || !ch_cases_make(info, level, seed, list)) {
		snprintf(error, error_size, "no memory for the cases");
		free(sources);
		return NULL;
	}
	if (!open_parts(sources, known_dir, list, error, error_size)) {
		ch_case_sources_close(sources);
		return NULL;
	}
	return sources;
}

void ch_case_sources_close(ch_case_sources *sources)
{
	if (!sources)
		return;
	close_parts(sources);
	free(sources);
}

const char *ch_case_sources_known(const ch_case_sources *sources)
{
	return sources->known_dir[0] ? sources->known_dir : NULL;
}

#ifdef CHECKHIP_WITH_VECTORS
typedef struct ch_filtered {
	const char *filter;
	ch_file_check report;
	void *context;
} ch_filtered;

static void pass_on(void *context, const char *name, const ch_verdict *verdict)
{
	const ch_filtered *filtered = context;

	if (ch_filter_matches(filtered->filter, name))
		filtered->report(filtered->context, name, verdict);
}
#endif

void ch_case_sources_check_files(const ch_case_sources *sources, const char *filter, ch_file_check report,
				 void *context)
{
#ifdef CHECKHIP_WITH_VECTORS
	ch_filtered filtered = {filter, report, context};

	if (sources->known)
		ch_known_check_files(sources->known, pass_on, &filtered);
#else
	(void)sources;
	(void)filter;
	(void)report;
	(void)context;
#endif
}

bool ch_case_sources_missing(const ch_case_sources *sources, unsigned index, const char **name, const char **reason)
{
	if (index >= sources->missing_count)
		return false;
	*name = sources->missing[index].name;
	*reason = sources->missing[index].reason;
	return true;
}

ch_sha256_function ch_case_sources_sha256(void)
{
#ifdef CHECKHIP_WITH_VECTORS
	return sha256;
#else
	return NULL;
#endif
}
