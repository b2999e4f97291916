#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command as somebody in a hurry uses it: wrong flags, missing files, broken plug-ins, a full disk, Ctrl-C.
# Each row: exit code, what the output must match, the command. usage: check_cli.sh CHECKHIP PLUGIN_FOLDER WORK_FOLDER
set -u
checkhip=$1
plugins=$2
work=$3
. "$(dirname "$0")/expect.sh"

none='--known-answers none'
quick="$none --filter decode/fp3/random/k32"

# use
expect 0 '^example: ' "$checkhip" --help
expect 0 '^checkhip [0-9]' "$checkhip" --version
expect 2 'no command' "$checkhip" nonsense
expect 2 'usage' "$checkhip"
for command in run list decode doctor; do
	expect 0 '^example: ' "$checkhip" $command --help
	expect 2 'shows how' "$checkhip" $command --nonsense
done
expect 2 'unexpected' "$checkhip" run extra
expect 2 '--seed wants a number' "$checkhip" run --seed -1
expect 2 '--seed wants a number' "$checkhip" run --seed 12x
expect 2 '--seed wants a number' "$checkhip" run --seed 99999999999999999999
expect 2 '--level is quick' "$checkhip" run --level slow
expect 2 '--repeat wants' "$checkhip" run --repeat 1e9
expect 2 '--time-limit wants' "$checkhip" run --time-limit 0
expect 2 '--time-limit wants' "$checkhip" run --time-limit nan
expect 2 'missing value' "$checkhip" run --provider
expect 2 'json or --markdown, not both' "$checkhip" run --json --markdown
expect 0 '^example: ' "$checkhip" run --filter decode --help
expect 0 'no case of this provider and level' "$checkhip" list $none --filter no-such-case

# what was run
expect 0 '1 passed, 0 failed' "$checkhip" run $quick
expect 1 'nothing was checked' "$checkhip" run $none --filter no-such-case
expect 0 '"result":"pass"' "$checkhip" run $quick --json
expect 0 '^\| decode/fp3 \| 1 \|' "$checkhip" run $quick --markdown
expect 0 '^decode/fp3/random/k32-r1$' "$checkhip" list $quick
expect 0 'Q3_0_ROCMFPX' "$checkhip" list --formats
expect 0 'plugin:PATH' "$checkhip" list --providers
expect 0 'provider reference' "$checkhip" doctor

# providers that cannot be used: one line, exit code 3
expect 3 'no provider .nonsense.' "$checkhip" run --provider nonsense
expect 3 'takes no argument' "$checkhip" run --provider reference:0
expect 3 'expected plugin:PATH' "$checkhip" run --provider plugin:
expect 3 'No such file' "$checkhip" run --provider plugin:missing.so
expect 3 'expected a shared library' "$checkhip" run --provider "plugin:$work"
printf 'not a library' >text.so
expect 3 'cannot be loaded' "$checkhip" run --provider plugin:text.so
head -c 100 "$plugins/no_symbol.so" >cut.so
expect 3 'cannot be loaded' "$checkhip" run --provider plugin:cut.so
expect 3 'exports no symbol checkhip_provider' "$checkhip" run --provider "plugin:$plugins/no_symbol.so"
expect 3 'abi_version' "$checkhip" run --provider "plugin:$plugins/bad_ABI.so"
expect 3 'struct_size' "$checkhip" run --provider "plugin:$plugins/bad_SIZE.so"
expect 3 'has no name' "$checkhip" run --provider "plugin:$plugins/bad_NAME.so"
expect 3 'open or close function is NULL' "$checkhip" run --provider "plugin:$plugins/bad_OPEN.so"
expect 3 'returned NULL' "$checkhip" run --provider "plugin:$plugins/bad_NOTHING.so"
expect 3 'provider' "$checkhip" run --provider "plugin:$plugins/bad_OPENING.so"
expect 3 'crashed: Aborted' "$checkhip" run --provider "plugin:$plugins/bad_CONSTRUCTOR.so"
expect 1 'the provider has no decode' "$checkhip" run $none --provider "plugin:$plugins/bad_NULL_FUNCTIONS.so"
expect 1 'unknown status|no variant|has no' "$checkhip" run $none --filter mmvq/fp3 --provider "plugin:$plugins/bad_VARIANTS.so"

# files
expect 3 'No such file' "$checkhip" decode missing.bin --type fp3
expect 3 'ends at byte 13; block 0 needs bytes 0 to 13' sh -c "head -c 13 /dev/zero >cut.bin; '$checkhip' decode cut.bin --type fp3"
expect 0 'SCALE-VALID' sh -c "printf '\377%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 >odd.bin; '$checkhip' decode odd.bin --type 104"
expect 2 '--type must be' "$checkhip" decode odd.bin --type fp5
expect 2 '--type must be' "$checkhip" decode odd.bin
expect 3 'beyond any file' "$checkhip" decode odd.bin --type fp3 --block 9223372036854775807
expect 3 'missing' "$checkhip" run --known-answers missing
expect 3 'cannot be written' "$checkhip" run $quick --output missing/report.json
expect 0 'report.json' sh -c "'$checkhip' run $quick --json --output report.json; ls"
expect 0 'whole' sh -c "'$checkhip' run $quick --json --output report.json; test ! -e report.json.part && tail -1 report.json | grep -q summary && echo whole"
if [ -w /dev/full ]; then
	expect 3 'not complete' sh -c "'$checkhip' run $quick >/dev/full"
	expect 3 'could not be written|cannot be written' sh -c "ln -s /dev/full full.part; '$checkhip' run $quick --output full"
fi

# what is no plain file is not replaced by a report
mkfifo pipe
ln -s report.json link
expect 3 'pipe: not a file; expected a shared library' "$checkhip" run --provider plugin:./pipe
expect 3 'pipe cannot be written: it is no plain file' "$checkhip" run $quick --output pipe
expect 3 'link cannot be written: it is a symbolic link' "$checkhip" run $quick --output link
expect 3 'it is a folder' "$checkhip" run $quick --output .
expect 3 'the name is empty' "$checkhip" run $quick --output ''
expect 0 '^yes$' sh -c '[ -p pipe ] && [ -L link ] && echo yes'

# Ctrl-C: the report so far, no process left behind
expect 1 'INTERRUPTED' sh -c "'$checkhip' run $none --provider 'plugin:$plugins/../faults/fault_hangs.so' --filter mmvq & sleep 1; kill -INT \$!; wait \$!"

expect_end
