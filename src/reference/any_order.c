/* SPDX-License-Identifier: Apache-2.0
 *
 * Any order of additions. In a tree with n leaves the deepest leaf is at n - 1 at most, and the k deepest are together at most as deep as
 * those of a chain. So the sum of depth * |x| is largest in the chain that takes the largest terms first: n - 1, n - 1, n - 2, ..., 1
 * times the |x| in falling order. That needs them sorted; Cauchy and Schwarz bound it by their sum and their squares. */
#include <math.h>

#include "reference/qsa.h"

double ch_qsa_any_order(double count, double sum, double squares)
{
	if (!(count > 1.0))
		return 0.0;
	/* the depths n, n - 1, ..., 1 have the mean (n + 1) / 2 and the squared deviations n (n * n - 1) / 12 in all */
	double deviations = count * (count * count - 1.0) / 12.0;
	/* what count additions in double may have taken away; sum * sum / count is below squares */
	double spread = fmax(squares - sum * sum / count, 0.0) + (4.0 * count + 8.0) * 0x1p-53 * squares;

	return fmin((count - 1.0) * sum, (count + 1.0) / 2.0 * sum + sqrt(deviations * spread));
}
