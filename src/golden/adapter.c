/* SPDX-License-Identifier: Apache-2.0
 *
 * The table. The order matters: lucebox fills llama.cpp's /props fields too and is known by its own schema number. Strata's
 * Prometheus text has vLLM's metric names, so nothing is told by metric names; its /metrics in JSON has its own "requests". */
#include "golden/adapter.h"

#include <stdio.h>
#include <string.h>

static const ch_adapter adapters[] = {
	{
		.name = "lucebox",
		.sign = {CH_PROBE_PROPS, "server.props_schema"},
		.thinking = "reasoning_content",
		.accept_rate = "usage.accept_rate",
		.rate_not_streamed = true,
		.prompt_ms = "usage.timings.prefill_ms",
		.decode_ms = "usage.timings.decode_ms",
		.build = {CH_PROBE_PROPS, "build_info"},
		.model = {CH_PROBE_PROPS, "model_path"},
		.quantization = {CH_PROBE_PROPS, "runtime.kv_cache_k"},
		.speculative = {CH_PROBE_PROPS, "speculative_mode"},
		.context = {CH_PROBE_PROPS, "default_generation_settings.n_ctx"},
		.batch = {CH_PROBE_PROPS, "runtime.chunk"},
		.verify_width = {CH_PROBE_PROPS, "speculative.ddtree_budget"},
	},
	{
		.name = "strata",
		.sign = {CH_PROBE_METRICS, "requests"},
		.thinking = "reasoning_content",
		.metrics_drafted = "requests[0].drafts_offered",
		.metrics_accepted = "requests[0].drafts_accepted",
		.build = {CH_PROBE_PROPS, "build_info"},
		.model = {CH_PROBE_PROPS, "model_path"},
		.chat_template = {CH_PROBE_PROPS, "chat_template"},
		.context = {CH_PROBE_PROPS, "default_generation_settings.n_ctx"},
		.slots = {CH_PROBE_PROPS, "total_slots"},
	},
	{
		.name = "vllm",
		.sign = {CH_PROBE_MODELS, "data[0].owned_by"},
		.sign_value = "vllm",
		.raw = CH_RAW_COMPLETIONS,
		.margins = true,
		.prompt_ids = CH_IDS_IN_ANSWER,
		.thinking = "reasoning",
		.always = "{\"return_token_ids\":true}",
		.token_ids = "choices[0].token_ids",
		.drafted = "metrics.speculative_decoding.num_draft_tokens",
		.accepted = "metrics.speculative_decoding.num_accepted_draft_tokens",
		.cached = "usage.prompt_tokens_details.cached_tokens",
		.prompt_ms = "metrics.time_to_first_token_ms",
		.decode_ms = "metrics.generation_time_ms",
		.counter_drafted = "vllm:spec_decode_num_draft_tokens",
		.counter_accepted = "vllm:spec_decode_num_accepted_tokens",
		.build = {CH_PROBE_VERSION, "version"},
		.model = {CH_PROBE_MODELS, "data[0].id"},
		.context = {CH_PROBE_MODELS, "data[0].max_model_len"},
	},
	{
		.name = "llama.cpp",
		.sign = {CH_PROBE_PROPS, "default_generation_settings"},
		.raw = CH_RAW_NATIVE,
		.margins = true,
		.prompt_ids = CH_IDS_TEMPLATE_TOKENIZE,
		.thinking = "reasoning_content",
		.always = "{\"return_tokens\":true}",
		.cache_on = "{\"cache_prompt\":true}",
		.cache_off = "{\"cache_prompt\":false}",
		/* log-probabilities are 0.0 for every token under speculation */
		.plain = "{\"speculative.n_max\":0,\"speculative.n_min\":0}",
		.token_ids = "tokens",
		.drafted = "timings.draft_n",
		.accepted = "timings.draft_n_accepted",
		.cached = "timings.cache_n",
		.prompt_ms = "timings.prompt_ms",
		.decode_ms = "timings.predicted_ms",
		.build = {CH_PROBE_PROPS, "build_info"},
		.model = {CH_PROBE_PROPS, "model_path"},
		.quantization = {CH_PROBE_PROPS, "model_ftype"},
		.chat_template = {CH_PROBE_PROPS, "chat_template"},
		.speculative = {CH_PROBE_PROPS, "default_generation_settings.params.speculative\\.types"},
		.model_bytes = {CH_PROBE_MODELS, "data[0].meta.size"},
		.context = {CH_PROBE_PROPS, "default_generation_settings.n_ctx"},
		.slots = {CH_PROBE_PROPS, "total_slots"},
		.verify_width = {CH_PROBE_PROPS, "default_generation_settings.params.speculative\\.n_max"},
	},
	{
		/* anything else that speaks OpenAI's chat completions */
		.name = "openai",
		.sign = {CH_PROBE_MODELS, ""},
		.margins = true,
		.thinking = "reasoning_content",
		.cached = "usage.prompt_tokens_details.cached_tokens",
		.model = {CH_PROBE_MODELS, "data[0].id"},
	},
};

uint32_t ch_adapter_count(void)
{
	return sizeof(adapters) / sizeof(adapters[0]);
}

const ch_adapter *ch_adapter_get(uint32_t index)
{
	return index < ch_adapter_count() ? &adapters[index] : NULL;
}

const ch_adapter *ch_adapter_find(const char *name)
{
	for (uint32_t i = 0; i < ch_adapter_count(); i++)
		if (!strcmp(adapters[i].name, name))
			return &adapters[i];
	return NULL;
}

static const char *const probe_paths[CH_PROBE_COUNT] = {"/props", "/v1/models", "/version", "/metrics"};

enum { PROBE_BYTES = 16 << 20 };

/* One endpoint; one that is not there, or says something else than JSON, leaves *root NULL. */
static bool ask_probe(ch_server *server, ch_probe probe, cJSON **root, ch_trouble *trouble)
{
	double time_out = server->client.time_out < 20 ? server->client.time_out : 20;
	ch_reply reply;
	size_t offset;
	bool nul;

	*root = NULL;
	if (!ch_http_send(&server->client, probe_paths[probe], NULL, PROBE_BYTES, time_out, NULL, NULL, &reply,
			  trouble)) {
		ch_reply_free(&reply);
		return false;
	}
	snprintf(server->peer, sizeof(server->peer), "%s", reply.peer);
	if (reply.status == 200) {
		*root = ch_cjson_parse(reply.body.data, reply.body.size, &nul, &offset);
		if (ch_client_holds_key(&server->client, reply.body.data, reply.body.size)) {
			cJSON_Delete(*root);
			*root = NULL;
		}
	}
	/* the key is judged here, before any prompt is sent; metrics may be closed to it */
	if ((reply.status == 401 || reply.status == 403 || reply.status == 429) && probe != CH_PROBE_METRICS) {
		ch_http_accept(&server->client, &reply, probe_paths[probe], "", trouble);
		ch_reply_free(&reply);
		return false;
	}
	ch_reply_free(&reply);
	return true;
}

static const cJSON *at(cJSON *const *roots, ch_source source)
{
	return source.path ? ch_cjson_at(roots[source.probe], source.path) : NULL;
}

static void text_of(cJSON *const *roots, ch_source source, char *text, size_t size)
{
	const cJSON *found = at(roots, source);

	if (cJSON_IsString(found))
		snprintf(text, size, "%s", found->valuestring);
	else if (cJSON_IsBool(found))
		snprintf(text, size, "%s", cJSON_IsTrue(found) ? "true" : "false");
	ch_utf8_clean(text);
}

static int64_t count_of(cJSON *const *roots, ch_source source)
{
	const cJSON *found = at(roots, source);

	return found ? ch_cjson_integer(found, "", -1) : -1;
}

static bool identify(ch_server *server, cJSON *const *roots, ch_trouble *trouble)
{
	const ch_adapter *adapter = server->adapter;
	const cJSON *chat_template = at(roots, adapter->chat_template);
	const char *id = ch_cjson_string(roots[CH_PROBE_MODELS], "data[0].id"), *slash;
	ch_identity *identity = &server->identity;
	char model[sizeof(identity->model)] = "";

	snprintf(identity->server, sizeof(identity->server), "%s", adapter->name);
	text_of(roots, adapter->build, identity->build, sizeof(identity->build));
	text_of(roots, adapter->model, model, sizeof(model));
	/* the file's name alone: the path tells about the machine, not the model */
	slash = strrchr(model, '/');
	snprintf(identity->model, sizeof(identity->model), "%s",
		 slash && adapter->model.probe == CH_PROBE_PROPS ? slash + 1 : model);
	text_of(roots, adapter->quantization, identity->quantization, sizeof(identity->quantization));
	text_of(roots, adapter->speculative, identity->speculative, sizeof(identity->speculative));
	identity->model_bytes = count_of(roots, adapter->model_bytes);
	identity->context = count_of(roots, adapter->context);
	identity->batch = count_of(roots, adapter->batch);
	identity->slots = count_of(roots, adapter->slots);
	identity->verify_width = count_of(roots, adapter->verify_width);
	snprintf(server->model_id, sizeof(server->model_id), "%s", id ? id : "");
	if (cJSON_IsString(chat_template) &&
	    !ch_sha256_hex(chat_template->valuestring, strlen(chat_template->valuestring), identity->template_sha256))
		return ch_trouble_set(trouble, CH_TROUBLE_SERVER, "libcrypto gives no SHA-256");
	return true;
}

bool ch_server_probe(ch_server *server, const char *forced, ch_trouble *trouble)
{
	cJSON *roots[CH_PROBE_COUNT] = {0};
	ch_suite empty;
	bool ok = true;

	ch_suite_init(&empty);
	server->identity = empty.identity;
	server->adapter = forced ? ch_adapter_find(forced) : NULL;
	if (forced && !server->adapter)
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "no server is called \"%.40s\"", forced);
	for (int probe = 0; ok && probe < CH_PROBE_COUNT; probe++)
		ok = ask_probe(server, (ch_probe)probe, &roots[probe], trouble);
	for (uint32_t i = 0; ok && !server->adapter; i++) {
		const cJSON *sign = at(roots, adapters[i].sign);

		if (i + 1 == ch_adapter_count() ||
		    (sign && (!adapters[i].sign_value ||
			      (cJSON_IsString(sign) && !strcmp(sign->valuestring, adapters[i].sign_value)))))
			server->adapter = &adapters[i];
	}
	ok = ok && identify(server, roots, trouble);
	for (int probe = 0; probe < CH_PROBE_COUNT; probe++)
		cJSON_Delete(roots[probe]);
	return ok;
}

void ch_server_close(ch_server *server)
{
	ch_client_close(&server->client);
}
