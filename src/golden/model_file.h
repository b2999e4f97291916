/* SPDX-License-Identifier: Apache-2.0
 *
 * The identity of a model's file: its SHA-256 and size, and for a GGUF its architecture and tensor types. */
#ifndef CHECKHIP_GOLDEN_MODEL_FILE_H
#define CHECKHIP_GOLDEN_MODEL_FILE_H

#include "golden/suite.h"

bool ch_model_file_read(ch_model *model, const char *path, ch_trouble *trouble);

#endif
