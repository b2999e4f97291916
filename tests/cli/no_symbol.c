/* SPDX-License-Identifier: Apache-2.0
 *
 * A shared library that is no plug-in. */
int nothing_of_ours(void);

int nothing_of_ours(void)
{
	return 0;
}
