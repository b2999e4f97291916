/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_answer.h"

#include <stdio.h>
#include <string.h>

static const fake_token base_tokens[TOKENS] = {
	{"Paris", "London", 4.5, 11},	  {" is", " was", 3.25, 12},	{" the", " a", 2.5, 13},
	{" capital", " centre", 2.0, 14}, {" \xf0\x9f", " (", 6.0, 15}, {"\x8c\x8d", "!", 9.0, 16},
	{".\r\nYes.\n", ".", 5.0, 17},
};

bool fake_request_has(const fake_request *asked, const char *words)
{
	return asked->body.data && strstr(asked->body.data, words) != NULL;
}

void fake_answer_choose(fake_server *server, const fake_request *asked, fake_answer *now)
{
	int fault = server->fault, number = ++server->seed;

	memcpy(now->tokens, base_tokens, sizeof(base_tokens));
	now->finish = fault == FAKE_FINISH ? "length" : "stop";
	now->streamed = fake_request_has(asked, "\"stream\":true");
	now->margins = fake_request_has(asked, "logprobs") || fake_request_has(asked, "n_probs");
	now->plain = fake_request_has(asked, "\"speculative.n_max\":0");
	switch (fault) {
	case FAKE_NEAR_TIE:
		now->tokens[FLIP] = (fake_token){" centre", " capital", 0.05, 24};
		break;
	case FAKE_THIRD:
		now->tokens[FLIP] = (fake_token){" heart", " centre", 0.05, 34};
		break;
	case FAKE_CHANGED:
	case FAKE_NO_MARGINS_CHANGED:
		now->tokens[FLIP] = (fake_token){" centre", " capital", 1.5, 24};
		break;
	case FAKE_CRLF:
		now->tokens[TOKENS - 1].text = ".\nYes.\n";
		break;
	case FAKE_BOM:
		now->tokens[0].text = "\xef\xbb\xbfParis";
		break;
	case FAKE_NO_LAST_NEWLINE:
		now->tokens[TOKENS - 1].text = ".\r\nYes.";
		break;
	case FAKE_RANDOM:
		now->tokens[FLIP].text = number % 2 ? " capital" : " centre";
		break;
	case FAKE_STREAM_DIFFERS:
		now->tokens[FLIP].text = now->streamed ? " centre" : " capital";
		break;
	case FAKE_REPLACEMENT:
		if (now->streamed) {
			now->tokens[4].text = " \xef\xbf\xbd";
			now->tokens[5].text = "\xef\xbf\xbd";
		}
		break;
	case FAKE_CACHE:
		now->tokens[FLIP].text = number > 1 ? " centre" : " capital";
		break;
	case FAKE_CONCURRENT:
		now->tokens[FLIP].text = server->running > 1 ? " centre" : " capital";
		break;
	case FAKE_SPECULATION:
		now->tokens[FLIP].text = now->plain ? " capital" : " centre";
		break;
	default:
		break;
	}
	/* the recording of a near-tie has a small margin too */
	if (fake_request_has(asked, "coin flip") && fault != FAKE_NEAR_TIE && fault != FAKE_THIRD &&
	    fault != FAKE_CHANGED)
		now->tokens[FLIP].margin = 0.03;
}

/* A JSON string of raw bytes: what is no UTF-8 stays as it is. */
static void put_string(ch_bytes *to, const char *text)
{
	ch_bytes_text(to, "\"");
	for (const char *c = text; *c; c++)
		if (*c == '\n')
			ch_bytes_text(to, "\\n");
		else if (*c == '\r')
			ch_bytes_text(to, "\\r");
		else if (*c == '"' || *c == '\\')
			ch_bytes_format(to, "\\%c", *c);
		else
			ch_bytes_append(to, c, 1);
	ch_bytes_text(to, "\"");
}

static void put_token(ch_bytes *to, const char *text, int id, const char *logprob, bool ids)
{
	ch_bytes_text(to, "{");
	if (ids)
		ch_bytes_format(to, "\"id\":%d,", id);
	/* the text is cut to valid UTF-8, the bytes are not */
	ch_bytes_text(to, "\"token\":");
	put_string(to, ch_utf8_valid(text, strlen(text)) ? text : "\xef\xbf\xbd");
	ch_bytes_text(to, ",\"bytes\":[");
	for (const char *c = text; *c; c++)
		ch_bytes_format(to, "%s%d", c == text ? "" : ",", (int)(unsigned char)*c);
	ch_bytes_format(to, "],\"logprob\":%s", logprob);
}

static void put_entry(ch_bytes *to, const fake_server *server, const fake_token *token)
{
	const char *text = server->fault == FAKE_SHIFTED_TOKENS ? token->runner_up : token->text;
	bool ids = server->kind == FAKE_LLAMA && server->fault != FAKE_NO_IDS;
	char best[32], second[32];

	snprintf(best, sizeof(best), "%.6f", -0.01);
	snprintf(second, sizeof(second), "%.6f", -0.01 - token->margin);
	if (server->fault == FAKE_ABSURD_LOGPROBS)
		snprintf(best, sizeof(best), "0.0"), snprintf(second, sizeof(second), "0.0");
	if (server->fault == FAKE_NAN_LOGPROBS)
		snprintf(best, sizeof(best), "\"NaN\""), snprintf(second, sizeof(second), "null");
	put_token(to, text, token->id, server->fault == FAKE_NOT_GREEDY ? second : best, ids);
	ch_bytes_text(to, ",\"top_logprobs\":[");
	put_token(to, text, token->id, server->fault == FAKE_NOT_GREEDY ? second : best, ids);
	ch_bytes_text(to, "},");
	put_token(to, token->runner_up, token->id + 100, server->fault == FAKE_NOT_GREEDY ? best : second, ids);
	ch_bytes_text(to, "},{\"token\":\"x\",\"bytes\":[120],\"logprob\":-3.4028234663852886e+38}]}");
}

static bool has_logprobs(const fake_server *server, const fake_answer *now)
{
	return now->margins && server->fault != FAKE_NO_LOGPROBS && server->fault != FAKE_NO_MARGINS_CHANGED &&
	       server->kind != FAKE_LUCEBOX && server->kind != FAKE_STRATA;
}

static void put_logprobs(ch_bytes *to, const fake_server *server, const fake_answer *now, int from, int until)
{
	if (!has_logprobs(server, now))
		return;
	ch_bytes_text(to, now->native ? ",\"completion_probabilities\":[" : ",\"logprobs\":{\"content\":[");
	for (int i = from; i < until; i++) {
		put_entry(to, server, &now->tokens[i]);
		if (i + 1 < until)
			ch_bytes_text(to, ",");
	}
	ch_bytes_text(to, now->native ? "]" : "]}");
}

int fake_answer_drafts(const fake_server *server, int *accepted)
{
	*accepted = server->fault == FAKE_FEW_DRAFTS ? 2 : server->fault == FAKE_NO_DRAFTS ? 0 : 6;
	return server->fault == FAKE_DRAFTS || server->fault == FAKE_FEW_DRAFTS || server->fault == FAKE_SPECULATION ||
			       server->fault == FAKE_ALWAYS_DRAFTS
		       ? 8
		       : 0;
}

/* What follows the choices: counters and times, each server in its own words. */
static void put_tail(ch_bytes *to, const fake_server *server, const fake_answer *now)
{
	int accepted, drafted = fake_answer_drafts(server, &accepted), prompt = server->fault == FAKE_PROMPT ? 6 : 5;

	if (now->plain && server->fault != FAKE_ALWAYS_DRAFTS)
		drafted = 0;
	if (now->native)
		ch_bytes_format(to, ",\"tokens_evaluated\":%d", prompt);
	else
		ch_bytes_format(
			to, ",\"system_fingerprint\":\"fp-1\",\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d",
			prompt, TOKENS);
	switch (server->kind) {
	case FAKE_LLAMA:
		ch_bytes_format(to,
				"%s,\"timings\":{\"cache_n\":%d,\"prompt_n\":5,\"prompt_ms\":1.5,\"predicted_n\":7,"
				"\"predicted_ms\":3.5",
				now->native ? "" : "}", server->fault == FAKE_CACHE && server->seed > 1 ? 4 : 0);
		if (drafted)
			ch_bytes_format(to, ",\"draft_n\":%d,\"draft_n_accepted\":%d", drafted, accepted);
		ch_bytes_text(to, "}");
		break;
	case FAKE_LUCEBOX:
		if (drafted && !now->streamed)
			ch_bytes_format(to, ",\"accept_rate\":%.3f", accepted / (double)drafted);
		ch_bytes_text(to,
			      ",\"timings\":{\"prefill_ms\":1.5,\"decode_ms\":3.5,\"decode_tokens_per_sec\":2000}}");
		break;
	case FAKE_VLLM:
		ch_bytes_text(to, "}");
		if (drafted)
			ch_bytes_format(
				to,
				",\"metrics\":{\"time_to_first_token_ms\":1.5,\"generation_time_ms\":3.5,\"speculative_"
				"decoding\":{\"num_draft_tokens\":%d,\"num_accepted_draft_tokens\":%d}}",
				drafted, accepted);
		break;
	default:
		ch_bytes_text(to, "}");
	}
	if (server->kind == FAKE_VLLM && server->fault != FAKE_NO_IDS)
		ch_bytes_text(to, server->fault == FAKE_PROMPT ? ",\"prompt_token_ids\":[2,2,7,8,9,10]"
							       : ",\"prompt_token_ids\":[2,7,8,9,10]");
}

static void put_vllm_ids(ch_bytes *to, const fake_server *server, const fake_answer *now, int from, int until)
{
	if (server->kind != FAKE_VLLM || server->fault == FAKE_NO_IDS)
		return;
	ch_bytes_text(to, ",\"token_ids\":[");
	for (int i = from; i < until; i++)
		ch_bytes_format(to, "%s%d", i > from ? "," : "", now->tokens[i].id);
	ch_bytes_text(to, "]");
}

static void put_text(ch_bytes *to, const fake_server *server, const fake_answer *now, int from, int until)
{
	ch_bytes text = {0};

	for (int i = from; i < until; i++)
		ch_bytes_text(&text, now->tokens[i].text);
	if (server->fault == FAKE_ECHO_KEY && !from)
		ch_bytes_text(&text, server->key);
	if (server->fault == FAKE_NUL_RAW && !from)
		ch_bytes_append(to, "\"a\0b\"", 5);
	else if (server->fault == FAKE_NUL_ESCAPED && !from)
		ch_bytes_text(to, "\"a\\u0000b\"");
	else
		put_string(to, text.data ? text.data : "");
	ch_bytes_free(&text);
}

void fake_answer_whole(ch_bytes *to, const fake_server *server, const fake_answer *now)
{
	if (now->native) {
		ch_bytes_text(to, "{\"content\":");
		put_text(to, server, now, 0, TOKENS);
		ch_bytes_format(to, ",\"tokens\":[11,12,13,14,15,16,17],\"stop\":true,\"stop_type\":\"%s\"",
				now->finish[0] == 's' ? "eos" : "limit");
		put_logprobs(to, server, now, 0, TOKENS);
	} else {
		ch_bytes_text(to, now->chat ? "{\"id\":\"1\",\"choices\":[{\"index\":0,\"message\":{\"role\":"
					      "\"assistant\",\"content\":"
					    : "{\"id\":\"1\",\"choices\":[{\"index\":0,\"text\":");
		put_text(to, server, now, 0, TOKENS);
		if (now->chat && server->kind == FAKE_STRATA)
			ch_bytes_text(to, ",\"reasoning_content\":\"thought\"");
		if (now->chat)
			ch_bytes_text(to, "}");
		if (server->fault != FAKE_NO_FINISH)
			ch_bytes_format(to, ",\"finish_reason\":\"%s\"", now->finish);
		put_logprobs(to, server, now, 0, TOKENS);
		put_vllm_ids(to, server, now, 0, TOKENS);
		ch_bytes_text(to, "}]");
	}
	put_tail(to, server, now);
	ch_bytes_text(to, "}");
}

void fake_answer_stream(ch_bytes *to, const fake_server *server, const fake_answer *now)
{
	/* a comment, a BOM and CRLF are allowed in a stream */
	ch_bytes_text(to, "\xef\xbb\xbf: hello\r\n\r\n");
	for (int i = 0; i < TOKENS; i++) {
		ch_bytes_text(to, now->native ? "data: {\"content\":"
				  : now->chat ? "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"
					      : "data: {\"choices\":[{\"index\":0,\"text\":");
		put_text(to, server, now, i, i + 1);
		if (now->chat)
			ch_bytes_text(to, "}");
		put_logprobs(to, server, now, i, i + 1);
		if (now->native) {
			ch_bytes_text(to, ",\"stop\":false}\r\n\r\n");
			continue;
		}
		put_vllm_ids(to, server, now, i, i + 1);
		ch_bytes_text(to, ",\"finish_reason\":null}]}\r\n\r\n");
	}
	if (server->fault == FAKE_ERROR_IN_STREAM)
		ch_bytes_text(to, "data: {\"error\":{\"message\":\"lost the device\"}}\n\n");
	if (now->native) {
		ch_bytes_format(to, "data: {\"content\":\"\",\"stop\":true,\"stop_type\":\"%s\"",
				now->finish[0] == 's' ? "eos" : "limit");
		put_tail(to, server, now);
		ch_bytes_text(to, "}\n\n");
		return;
	}
	ch_bytes_format(
		to,
		"data: {\"choices\":[{\"index\":0,\"delta\":{},\"text\":\"\",\"finish_reason\":\"%s\"}]}\n\ndata: "
		"{\"choices\":[]",
		now->finish);
	put_tail(to, server, now);
	ch_bytes_text(to, "}\n\n");
	if (server->fault != FAKE_NO_DONE)
		ch_bytes_text(to, "data: [DONE]\n\n");
}
