#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A provider that crashes, hangs, exits or talks nonsense around its calls: one clear line, and checkhip goes on.
# usage: check_provider.sh CHECKHIP ODD_PLUGIN WORK_FOLDER
set -u
checkhip=$1
odd=$2
work=$3
. "$(dirname "$0")/expect.sh"

for command in list 'run --known-answers none --filter =decode/fp3/random/k32-r1'; do
	for function in open describe variants; do
		expect 3 "odd_provider.*crashed: Aborted, in its $function function" "$checkhip" $command --provider "plugin:$odd:$function-abort"
		expect 3 "exit code 0, in its $function function" "$checkhip" $command --provider "plugin:$odd:$function-exit"
		expect 3 "limit of 0.5 s, in its $function function" "$checkhip" $command --time-limit 0.5 --provider "plugin:$odd:$function-hang"
	done
	expect 3 'limit of 0.5 s, in its open function' "$checkhip" $command --time-limit 0.5 --provider "plugin:$odd:open-stop"
	expect 3 'Segmentation fault.* in its variants function' "$checkhip" $command --provider "plugin:$odd:variants-nowhere"
	# a message is one line, whatever it holds
	expect 3 'first second  \[31mred$' "$checkhip" $command --provider "plugin:$odd:open-lines"
	# what a provider writes into the channel is no answer
	expect 0 'decode/fp3' "$checkhip" $command --provider "plugin:$odd:open-noise"
	expect 0 'decode/fp3' "$checkhip" $command --provider "plugin:$odd:describe-full"
	# the end is told; what was judged before stays
	expect 0 'crashed: Aborted, in its close function' "$checkhip" $command --provider "plugin:$odd:close-abort"
	expect 0 'limit of 0.5 s, in its close function' "$checkhip" $command --time-limit 0.5 --provider "plugin:$odd:close-hang"
done
expect 0 'first second' "$checkhip" run --known-answers none --filter =decode/fp3/random/k32-r1 --provider "plugin:$odd"
expect 2 'time-limit wants' "$checkhip" list --time-limit never

expect_end
