/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/llvm.h"
#include "gcn/bytes.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <llvm-c/Core.h>
#include <llvm-c/Disassembler.h>

/* Declared here because llvm-c/Target.h declares those of every target that LLVM was built with. */
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);

struct ch_gcn_llvm {
	LLVMDisasmContextRef context;
	char arch[32];
	uint32_t wave_size;
	ch_gcn_llvm *next;
};

/* Opening costs more than decoding a kernel does, so closed ones wait here for the next use. */
static ch_gcn_llvm *idle;
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void targets_initialize(void)
{
	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTargetMC();
	LLVMInitializeAMDGPUDisassembler();
}

/* Which LLVM first knew a processor. An older one takes its name for the oldest of all and then ends the process, since it
 * cannot disassemble that one; the C API has no way to ask. */
static const struct {
	char arch[16];
	uint8_t first;
} processors[] = {
	{"gfx900", 17},	       {"gfx902", 17},	      {"gfx904", 17},	       {"gfx906", 17},
	{"gfx908", 17},	       {"gfx909", 17},	      {"gfx90a", 17},	       {"gfx90c", 17},
	{"gfx940", 17},	       {"gfx941", 17},	      {"gfx942", 17},	       {"gfx950", 20},
	{"gfx1010", 17},       {"gfx1011", 17},	      {"gfx1012", 17},	       {"gfx1013", 17},
	{"gfx1030", 17},       {"gfx1031", 17},	      {"gfx1032", 17},	       {"gfx1033", 17},
	{"gfx1034", 17},       {"gfx1035", 17},	      {"gfx1036", 17},	       {"gfx1100", 17},
	{"gfx1101", 17},       {"gfx1102", 17},	      {"gfx1103", 17},	       {"gfx1150", 17},
	{"gfx1151", 17},       {"gfx1152", 19},	      {"gfx1153", 20},	       {"gfx1200", 18},
	{"gfx1201", 18},       {"gfx9-generic", 19},  {"gfx10-1-generic", 19}, {"gfx10-3-generic", 19},
	{"gfx11-generic", 19}, {"gfx12-generic", 19}, {"gfx9-4-generic", 20},
};

static bool processor_known(const char *arch)
{
	unsigned major = 0, minor, patch;
	LLVMGetVersion(&major, &minor, &patch);
	for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
		if (strncmp(processors[i].arch, arch, sizeof processors[i].arch) == 0)
			/* LLVM dropped these two after 19 */
			return major >= processors[i].first &&
			       (major < 20 || (strcmp(arch, "gfx940") != 0 && strcmp(arch, "gfx941") != 0));
	return false;
}

static ch_gcn_llvm *idle_take(const char *arch, uint32_t wave_size)
{
	pthread_mutex_lock(&idle_lock);
	ch_gcn_llvm **at = &idle;
	while (*at && ((*at)->wave_size != wave_size || strcmp((*at)->arch, arch) != 0))
		at = &(*at)->next;
	ch_gcn_llvm *found = *at;
	if (found)
		*at = found->next;
	pthread_mutex_unlock(&idle_lock);
	return found;
}

ch_status ch_gcn_llvm_open(const char *arch, uint32_t arch_major, uint32_t wave_size, ch_gcn_llvm **llvm,
			   ch_gcn_error *error)
{
	if (wave_size != 32 && wave_size != 64)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "decode: expected a wave of 32 or 64, found %u", wave_size);
	if (!processor_known(arch))
		return ch_gcn_fail(error, CH_UNSUPPORTED, "decode: LLVM %s does not know %s", CH_GCN_LLVM_VERSION,
				   arch);
	if (arch_major == 9 && wave_size != 64)
		return ch_gcn_fail(error, CH_UNSUPPORTED, "decode: %s with waves of %u is not supported", arch,
				   wave_size);
	const char *features = arch_major == 9 ? "" : wave_size == 32 ? "+wavefrontsize32" : "+wavefrontsize64";
	ch_gcn_llvm *opened = idle_take(arch, wave_size);
	if (opened) {
		*llvm = opened;
		return CH_OK;
	}
	pthread_once(&once, targets_initialize);
	opened = calloc(1, sizeof *opened);
	if (!opened)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "decode: no memory");
	opened->context = LLVMCreateDisasmCPUFeatures("amdgcn-amd-amdhsa", arch, features, NULL, 0, NULL, NULL);
	if (!opened->context) {
		free(opened);
		return ch_gcn_fail(error, CH_UNSUPPORTED, "decode: LLVM %s has no disassembler for %s",
				   CH_GCN_LLVM_VERSION, arch);
	}
	snprintf(opened->arch, sizeof opened->arch, "%s", arch);
	opened->wave_size = wave_size;
	*llvm = opened;
	return CH_OK;
}

void ch_gcn_llvm_close(ch_gcn_llvm *llvm)
{
	pthread_mutex_lock(&idle_lock);
	llvm->next = idle;
	idle = llvm;
	pthread_mutex_unlock(&idle_lock);
}

size_t ch_gcn_llvm_decode(ch_gcn_llvm *llvm, const uint8_t *bytes, uint64_t size, uint64_t address, char *text,
			  size_t text_size)
{
	/* the C API takes the bytes as not const and leaves them alone */
	union {
		const uint8_t *in;
		uint8_t *out;
	} pointer = {bytes};
	text[0] = 0;
	return LLVMDisasmInstruction(llvm->context, pointer.out, size, address, text, text_size);
}
