/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a provider by what --provider says: "reference", "gpu:0", "gcn:gfx1151", "plugin:PATH". */
#ifndef CHECKHIP_PROVIDERS_H
#define CHECKHIP_PROVIDERS_H

#include "checkhip/provider.h"

/* The reference as a provider; always there. */
const ch_provider *ch_provider_reference(void);

/* Adds a provider that was compiled in beside the core (gpu, gcn, ...). The table has room for 16; more are refused. */
bool ch_provider_register(const ch_provider *provider);

/* The i-th registered provider, the reference first; NULL past the last. */
const ch_provider *ch_provider_at(uint32_t index);

/* Resolves a specification. *argument is what follows the provider's name, within spec or "". A plug-in is loaded and
 * checked here, so call this in a process that may die. NULL with a sentence in message if it cannot be used. */
const ch_provider *ch_provider_find(const char *spec, const char **argument, char *message, size_t size);

/* Loads the shared library of "plugin:PATH" or "plugin:PATH:ARGUMENT". */
const ch_provider *ch_plugin_load(const char *text, const char **argument, char *message, size_t size);

/* NULL if the table can be used by this suite, else what is wrong with it. */
const char *ch_provider_fault(const ch_provider *provider);

/* Whether the provider's table holds this operation. */
bool ch_provider_has(const ch_provider *provider, ch_op op);

#endif
