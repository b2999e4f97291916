/* SPDX-License-Identifier: Apache-2.0
 *
 * The servers that can be read, one row each: by which of its own fields a server is known, and where each fact stands in its
 * answers. A NULL says "not offered". Paths are those of ch_cjson_at. */
#ifndef CHECKHIP_GOLDEN_ADAPTER_H
#define CHECKHIP_GOLDEN_ADAPTER_H

#include "golden/http.h"
#include "golden/json.h"
#include "golden/suite.h"

/* What is asked before the first prompt. */
typedef enum ch_probe { CH_PROBE_PROPS, CH_PROBE_MODELS, CH_PROBE_VERSION, CH_PROBE_METRICS, CH_PROBE_COUNT } ch_probe;

typedef struct ch_source {
	ch_probe probe;
	const char *path; /* NULL: not offered */
} ch_source;

typedef enum ch_prompt_ids {
	CH_IDS_NONE,
	CH_IDS_IN_ANSWER,	 /* prompt_token_ids */
	CH_IDS_TEMPLATE_TOKENIZE /* /apply-template, then /tokenize */
} ch_prompt_ids;

/* How a raw prompt is asked. */
typedef enum ch_raw { CH_RAW_NONE, CH_RAW_COMPLETIONS, CH_RAW_NATIVE } ch_raw;

typedef struct ch_adapter {
	const char *name;
	ch_source sign;		/* it is this server if the path is there ... */
	const char *sign_value; /* ... and, if not NULL, is this text */
	ch_raw raw;
	bool margins; /* log-probabilities with alternatives */
	ch_prompt_ids prompt_ids;
	const char *thinking; /* field of a message or a delta */
	/* JSON objects whose fields are added to a request */
	const char *always, *cache_on, *cache_off, *plain; /* plain: without speculation */
	/* in the answer */
	const char *token_ids, *drafted, *accepted, *accept_rate, *cached, *prompt_ms, *decode_ms;
	bool rate_not_streamed; /* accept_rate is missing from streamed answers */
	/* in GET /metrics after the answer: JSON paths, or names of Prometheus counters */
	const char *metrics_drafted, *metrics_accepted, *counter_drafted, *counter_accepted;
	/* identity */
	ch_source build, model, quantization, chat_template, speculative;
	ch_source model_bytes, context, batch, slots, verify_width;
} ch_adapter;

uint32_t ch_adapter_count(void);
const ch_adapter *ch_adapter_get(uint32_t index);
const ch_adapter *ch_adapter_find(const char *name);

/* A server that has been asked what it is. */
typedef struct ch_server {
	ch_client client;
	const ch_adapter *adapter;
	ch_identity identity;
	char model_id[256]; /* to be sent as "model"; "" where none was told */
	char peer[80];	    /* address and port */
	bool log_set;
	char log_path[512], log_pattern[64]; /* an accept rate from a log: the number after the pattern */
} ch_server;

/* Asks. forced: the name of a row, or NULL to find out. The client must be open; it goes over to the server. */
bool ch_server_probe(ch_server *server, const char *forced, ch_trouble *trouble);
void ch_server_close(ch_server *server);

#endif
