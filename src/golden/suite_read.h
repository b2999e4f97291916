/* SPDX-License-Identifier: Apache-2.0
 *
 * What the two halves of reading suite.json share. where names the place in messages. */
#ifndef CHECKHIP_GOLDEN_SUITE_READ_H
#define CHECKHIP_GOLDEN_SUITE_READ_H

#include "golden/json.h"
#include "golden/suite.h"

/* The string at name into a fixed buffer; "" if there is none; trouble if it is too long for it. */
bool ch_suite_text_into(const cJSON *object, const char *name, char *buffer, size_t size, const char *where,
			ch_trouble *trouble);
bool ch_suite_sha256_into(const cJSON *object, const char *name, char buffer[CH_SHA256_HEX], const char *where,
			  ch_trouble *trouble);
/* NULL stays NULL. */
bool ch_suite_copy_text(char **to, const char *text, ch_trouble *trouble);

/* Until the completion's file is read, the answer's text holds its sum and length. */
bool ch_suite_read_answer(ch_prompt *prompt, const cJSON *from, const char *where, ch_trouble *trouble);

#endif
