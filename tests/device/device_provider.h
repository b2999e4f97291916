/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_TESTS_DEVICE_PROVIDER_H
#define CHECKHIP_TESTS_DEVICE_PROVIDER_H

/* Registers the providers that this build of the program has beside the reference. */
void ch_device_register(void);

#endif
