/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_SUITE_CLOCK_H
#define CHECKHIP_SUITE_CLOCK_H

/* Seconds on a clock that no one sets. */
double ch_clock_seconds(void);

#endif
