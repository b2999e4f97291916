/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_FUZZ_EXECUTE_H
#define CHECKHIP_FUZZ_EXECUTE_H

/* Bytes before the text of the kernel. */
enum { EXECUTE_HEADER = 4 };

#endif
