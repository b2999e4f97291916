/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/llvm.h"
#include "gcn/bytes.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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

/* LLVM takes an unknown processor for its oldest. v_add3_u32 v0, v0, v0, v0 is encoded differently by each generation, and by
 * none as the oldest would read it. */
static const struct {
	uint32_t major;
	uint32_t words[2];
} probes[] = {
	{9, {0xd1ff0000, 0x04020100}},
	{10, {0xd76d0000, 0x04020100}},
	{11, {0xd6550000, 0x04020100}},
	{12, {0xd6550000, 0x04020100}},
};

static bool processor_known(ch_gcn_llvm *llvm, uint32_t arch_major)
{
	char text[128];
	for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
		if (probes[i].major != arch_major)
			continue;
		uint8_t bytes[8];
		memcpy(bytes, probes[i].words, sizeof bytes);
		return ch_gcn_llvm_decode(llvm, bytes, sizeof bytes, 0, text, sizeof text) == 8 &&
		       strstr(text, "v_add3_u32");
	}
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
	if (arch_major < 9 || (arch_major == 9 && wave_size != 64))
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
	if (!opened->context || !processor_known(opened, arch_major)) {
		if (opened->context)
			LLVMDisasmDispose(opened->context);
		free(opened);
		return ch_gcn_fail(error, CH_UNSUPPORTED, "decode: LLVM %s does not know %s", CH_GCN_LLVM_VERSION,
				   arch);
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
