#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The query swizzle off and on by turns (A B B A) on one device: medians, and that the bytes agree. The forms are forced by name, so that this
# says something on a device where the guard would keep the swizzle off.
# usage: ci/qsa_abba.sh CHECKHIP [PROVIDER [N_Q CONTEXT REPS [PROBE_OPTIONS...]]]; one JSON object a run, then one for the whole.
set -euo pipefail

checkhip=${1:?usage: ci/qsa_abba.sh CHECKHIP [PROVIDER [N_Q CONTEXT REPS [PROBE_OPTIONS...]]]}
provider=${2:-gpu}
n_q=${3:-32}
context=${4:-65536}
reps=${5:-50}
shift $(($# < 5 ? $# : 5))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

turn=0
for form in linear swizzle swizzle linear; do
	turn=$((turn + 1))
	"$checkhip" probe qsa "$n_q" "$context" "$reps" "$work/$turn.bin" --provider "$provider" --variant "qsa-$form" --json "$@" |
		sed "s|,\"output\":.*|}|" | tee -a "$work/runs"
	if ! grep -q "\"variant\":\"qsa-$form\"" <(tail -1 "$work/runs"); then
		echo "ci/qsa_abba.sh: $provider did not run qsa-$form" >&2
		exit 1
	fi
	cmp "$work/1.bin" "$work/$turn.bin"
done

# arms A and B: the mean of their two medians
sed -n 's/.*"median_ms":\([0-9.]*\),.*/\1/p' "$work/runs" | awk '
	{ ms[NR] = $1 }
	END {
		if (NR != 4) { print "{\"type\":\"abba\",\"same_bytes\":true,\"measured\":false}"; exit }
		a = (ms[1] + ms[4]) / 2; b = (ms[2] + ms[3]) / 2
		printf "{\"type\":\"abba\",\"same_bytes\":true,\"measured\":true,\"linear_ms\":[%s,%s],\"swizzle_ms\":[%s,%s],", ms[1], ms[4], ms[2], ms[3]
		printf "\"gain_percent\":%.4f}\n", (a / b - 1) * 100
	}'
