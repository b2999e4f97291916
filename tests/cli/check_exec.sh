#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# exec, audit and bench gcn as somebody in a hurry uses them: wrong flags, missing and cut files, outputs that cannot be, Ctrl-C.
# usage: check_exec.sh CHECKHIP CODE_OBJECTS WORK_FOLDER
set -u
checkhip=$1
objects=$2
work=$3
. "$(dirname "$0")/expect.sh"

co=$objects/two_kernels_gfx906.co
head -c 256 /dev/zero >in.bin
head -c 5000 /dev/urandom >random.co
head -c 700 "$co" >cut.co
: >empty.co
mkfifo pipe
ln -s in.bin link
run="$checkhip exec --code-object $co --kernel a --grid 1 --block 64 --arg in:in.bin"

# use
for command in exec audit bench; do
	expect 2 "checkhip $command: wrong option or missing value: '--nonsense'.*shows how" "$checkhip" $command --nonsense
	expect 0 '^example: ' "$checkhip" $command --json --help
done
expect 2 "missing value: '--code-object'" "$checkhip" exec --code-object
expect 2 "missing value: '--compare'" "$checkhip" audit "$co" --compare
expect 2 'json or --markdown, not both' "$checkhip" audit "$co" --json --markdown
expect 2 '--cores wants a number up to 1024' "$checkhip" audit "$co" --cores 2000
expect 2 '--lds wants a number up to 65536' $run --lds 99999999
expect 2 '--step-limit wants a number, not' $run --step-limit x
expect 2 'expected one of decode, quantize, gcn' "$checkhip" bench gcn extra
expect 3 'holds no kernels for gfx9999' "$checkhip" bench gcn --arch gfx9999
expect 2 '1 workgroups of 99999 work-items in dimension 0; expected' "$checkhip" exec --code-object "$co" --kernel a --grid 1 --block 99999 --arg in:in.bin --arg null --arg i32:0
expect 2 '1 arguments given, the kernel takes 3' $run
expect 2 'expected KIND:VALUE' $run --arg nonsense
expect 2 'no number of this type' $run --arg null --arg i32:99999999999

# files that cannot be read: 3, not wrong use
for file in none.co random.co cut.co empty.co pipe .; do
	expect 3 "$file: " timeout 5 "$checkhip" exec --code-object $file --list
	expect 3 "$file: " timeout 5 "$checkhip" audit $file
done
expect 3 'none.bin: No such file' $run --arg inout:none.bin --arg i32:0
expect 3 'regular file' $run --arg in:. --arg i32:0
expect 3 'regular file' timeout 5 $run --arg in:pipe --arg i32:0

# outputs: whole, or not there; what is no plain file is not replaced; told before the kernel runs
expect 0 'every instruction exact' $run --arg out:out.bin:64 --arg i32:0
expect 0 '64' sh -c 'wc -c <out.bin'
expect 3 'missing/out.bin cannot be written: No such file' $run --arg out:missing/out.bin:64 --arg i32:0
expect 3 'pipe cannot be written: it is no plain file' $run --arg out:pipe:64 --arg i32:0
expect 3 'link cannot be written: it is a symbolic link' $run --arg out:link:64 --arg i32:0
expect 3 'a folder' $run --arg out:.:64 --arg i32:0
expect 3 'pipe cannot be written: it is no plain file' "$checkhip" audit "$co" --quiet --write-expect pipe
expect 0 '^yes$' sh -c '[ -p pipe ] && [ -L link ] && echo yes'
expect 3 'big.bin: File too large' sh -c "trap '' XFSZ; ulimit -f 16; $run --arg out:big.bin:100000 --arg i32:0"
expect 3 'written.expect: File too large' sh -c "trap '' XFSZ; ulimit -f 0; '$checkhip' audit '$co' --quiet --write-expect written.expect"
expect 0 '^0$' sh -c 'ls | grep -c "partial\|written\|big" || true'
if [ -w /dev/full ]; then
	for command in "exec --code-object $co --list" "audit $co" "audit $co --json" "audit $co --markdown"; do
		expect 3 'not complete' sh -c "'$checkhip' $command >/dev/full"
	done
fi

# Ctrl-C ends it, and leaves nothing
expect 130 '' timeout --preserve-status -s INT 1 "$checkhip" exec --code-object "$co" --kernel b --grid 900000000 --block 64
expect_end
