/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include "providers/providers.h"

#ifdef CHECKHIP_WITH_GPU
#include "providers/gpu.h"
#define HAVE_GPU true
#else
#define HAVE_GPU false
#endif

#ifdef CHECKHIP_WITH_VECTORS
#define HAVE_VECTORS true
#else
#define HAVE_VECTORS false
#endif

#ifdef CHECKHIP_COMMAND_GOLDEN
#define HAVE_GOLDEN true
#else
#define HAVE_GOLDEN false
#endif

#ifdef CHECKHIP_WITH_GCN
#include "providers/gcn.h"
#define HAVE_GCN true
#else
#define HAVE_GCN false
#endif

static const ch_part parts[] = {
	{"vectors", "known-answer files and decode digests", "CHECKHIP_VECTORS", HAVE_VECTORS},
	{"golden", "greedy output of a served model", "CHECKHIP_GOLDEN", HAVE_GOLDEN},
	{"gcn", "AMD machine code read and executed on the CPU", "CHECKHIP_GCN", HAVE_GCN},
	{"gpu", "the kernels on a device", "CHECKHIP_GPU=hip or cuda", HAVE_GPU},
};

const ch_part *ch_part_at(size_t index)
{
	return index < sizeof(parts) / sizeof(parts[0]) ? &parts[index] : NULL;
}

void ch_parts_register(void)
{
#ifdef CHECKHIP_WITH_GCN
	ch_provider_register(ch_provider_gcn());
#endif
#ifdef CHECKHIP_WITH_GPU
	(void)ch_provider_register(ch_provider_gpu());
#endif
}
