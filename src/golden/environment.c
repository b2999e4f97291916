/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "golden/launch.h"

/* Switches of the engines and their runtimes that are known to change text. Exact names, never a prefix: LLAMA_ and VLLM_
 * hold keys too. More by --env. */
static const char *const known[] = {
	"HSA_OVERRIDE_GFX_VERSION",
	"HIP_VISIBLE_DEVICES",
	"ROCR_VISIBLE_DEVICES",
	"CUDA_VISIBLE_DEVICES",
	"GPU_DEVICE_ORDINAL",
	"HIP_FORCE_DEV_KERNARG",
	"AMD_SERIALIZE_KERNEL",
	"HSA_ENABLE_SDMA",
	"HSA_XNACK",
	"GGML_CUDA_FORCE_MMQ",
	"GGML_CUDA_FORCE_CUBLAS",
	"GGML_CUDA_DISABLE_GRAPHS",
	"GGML_CUDA_ENABLE_UNIFIED_MEMORY",
	"GGML_CUDA_NO_PINNED",
	"GGML_VK_VISIBLE_DEVICES",
	"LLAMA_SET_ROWS",
	"OMP_NUM_THREADS",
	"OPENBLAS_NUM_THREADS",
	"MKL_NUM_THREADS",
	"VLLM_ATTENTION_BACKEND",
	"VLLM_USE_V1",
	"VLLM_BATCH_INVARIANT",
	"VLLM_ROCM_USE_AITER",
	"PYTORCH_HIP_ALLOC_CONF",
	"PYTORCH_TUNABLEOP_ENABLED",
	"HIPBLASLT_TENSILE_LIBPATH",
	"ROCBLAS_TENSILE_LIBPATH",
	"CUBLAS_WORKSPACE_CONFIG",
};

const char *ch_environment_refuses(const char *name)
{
	static const char *const secrets[] = {"KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"};

	if (!*name || strchr(name, '='))
		return "is no name of a variable";
	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		if (strstr(name, secrets[i]))
			return "could hold a secret, so its value is not recorded";
	return NULL;
}

static bool take(ch_suite *suite, size_t *capacity, const char *name, const ch_client *client, ch_trouble *trouble)
{
	const char *value = getenv(name);
	void *variables = suite->variables;
	ch_variable *variable;

	if (!value)
		return true;
	if (client && ch_client_holds_key(client, value, strlen(value)))
		return ch_trouble_set(trouble, CH_TROUBLE_KEY, "the environment variable %s holds the key", name);
	if (!ch_utf8_valid(value, strlen(value)))
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "the environment variable %s is no UTF-8", name);
	if (!ch_array_grow(&variables, capacity, suite->variable_count, sizeof(*suite->variables)))
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	suite->variables = variables;
	variable = &suite->variables[suite->variable_count++];
	variable->name = strdup(name);
	variable->value = strdup(value);
	return (variable->name && variable->value) || ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
}

bool ch_environment_take(ch_suite *suite, const char *const *extra, size_t extra_count, const ch_client *client,
			 ch_trouble *trouble)
{
	size_t capacity = 0;

	for (size_t i = 0; i < suite->variable_count; i++) {
		free(suite->variables[i].name);
		free(suite->variables[i].value);
	}
	free(suite->variables);
	suite->variables = NULL;
	suite->variable_count = 0;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!take(suite, &capacity, known[i], client, trouble))
			return false;
	for (size_t i = 0; i < extra_count; i++)
		if (!take(suite, &capacity, extra[i], client, trouble))
			return false;
	return true;
}
