#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checkhip probe: what it writes, what it says, and what it leaves on the disk. usage: check_probe.sh CHECKHIP PLUGIN WORK_FOLDER
set -u
checkhip=$1
plugin=plugin:$2
work=$3
unset CHECKHIP_QSA_QUERY_SWIZZLE STRATA_GFX906_ATTN_QUERY_SWIZZLE
. "$(dirname "$0")/expect.sh"

qsa() {
	"$checkhip" probe qsa "$@"
}

# use
expect 0 '^example: ' "$checkhip" probe --help
expect 0 '^example: ' qsa --help
expect 2 'expected qsa or compare' "$checkhip" probe
expect 2 'expected qsa or compare, not other' "$checkhip" probe other
expect 2 'expected qsa N_Q' qsa 1 64 1
expect 2 'expected qsa N_Q' qsa 1 64 1 a.bin more
expect 2 'N_Q wants a number from 1 to 65535' qsa 0 64 1 a.bin
expect 2 'N_Q wants' qsa 65536 64 1 a.bin
expect 2 'wrong option' qsa -1 64 1 a.bin
expect 2 'CONTEXT wants' qsa 1 64x 1 a.bin
expect 2 'CONTEXT wants' qsa 1 99999999999999999999 1 a.bin
expect 2 'REPS wants' qsa 1 64 0 a.bin
expect 2 '--pool is int8 or fp16' qsa 1 64 1 a.bin --pool fp8
expect 2 '--seed wants a number' qsa 1 64 1 a.bin --seed -1
expect 2 '--page-size wants' qsa 1 64 1 a.bin --page-size 0
expect 2 'wrong option' qsa 1 64 1 a.bin --heads 3
expect 2 'expected compare A' "$checkhip" probe compare a.bin
expect 2 '--heads wants' "$checkhip" probe compare a.bin b.bin --heads 0
expect 2 'no qsa variant .x.; it has: ' qsa 1 64 1 a.bin --provider reference --variant x
expect 2 'the step entry takes one query' qsa 2 64 1 a.bin --provider reference --entry step
expect 3 '65 cells cannot be selected of 64' qsa 1 64 1 a.bin --provider reference --selected 65
expect 3 'no provider .nonsense.' qsa 1 64 1 a.bin --provider nonsense
if [ ! -e /dev/kfd ] && [ ! -e /dev/nvidiactl ]; then
	expect 3 'no GPU to run on: .*--provider gcn:gfx906 .*--provider reference' qsa 1 64 1 a.bin
fi
expect 0 'nothing left' sh -c 'test -z "$(ls)" && echo nothing left'

# what is written: the same bytes for the same input, others for another
expect 0 'seed 0x1, digest 2c267fc1af1ba838' qsa 2 200 1 a.bin --provider reference
expect 0 '"asked":null,.*"repeatable":true' qsa 2 200 3 b.bin --provider reference --json
expect 0 '^same +12288 values, 2 queries of 24 heads of 256' "$checkhip" probe compare a.bin b.bin
expect 0 '"same":true' "$checkhip" probe compare a.bin b.bin --json
expect 0 '' cmp a.bin b.bin
expect 0 '^49152$' stat -c %s a.bin
expect 0 'seed 0x2' qsa 2 200 1 c.bin --provider reference --seed 2
expect 1 '^DIFFERENT ' "$checkhip" probe compare a.bin c.bin
expect 0 'ran +qsa-model' qsa 2 200 1 c.bin --provider reference --variant qsa-model
expect 0 'a third of the pages masked' qsa 3 400 1 masked.bin --provider reference --masked --page-size 16 --kv-heads 1
expect 0 'fp16 pool, step' qsa 1 130 1 c.bin --provider reference --pool fp16 --entry step
expect 0 'not measured' qsa 1 1 1 c.bin --provider reference
expect 0 '^rw-r--r--' sh -c 'umask 022; rm -f c.bin; "$0" probe qsa 1 1 1 c.bin --provider reference >&2; stat -c %A c.bin | cut -c2-' "$checkhip"

# what is compared: query 1, head 2, dimension 3 of 24 heads of 256 is value 6659
put() { # file, byte, octal escapes
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
cp a.bin d.bin
put d.bin $((6659 * 4)) '\000\000\200\077'
expect 1 '^DIFFERENT 1 of 12288 values, first: query 1, head 2, dimension 3: .* and 1 \(0x3f800000\)' "$checkhip" probe compare a.bin d.bin
expect 1 '"query":1,"head":2,"dimension":3,.*"b_bits":"0x3f800000"' "$checkhip" probe compare a.bin d.bin --json
expect 1 'first: query 26, head 0, dimension 3' "$checkhip" probe compare a.bin d.bin --heads 1
expect 1 'first: query 4, head 8, dimension 3' "$checkhip" probe compare a.bin d.bin --heads 24 --head-dim 64
put d.bin $((12287 * 4)) '\000\000\300\177'
expect 1 '^DIFFERENT 2 of ' "$checkhip" probe compare a.bin d.bin
expect 1 'and 1 where one is not finite' "$checkhip" probe compare a.bin d.bin
head -c 49152 /dev/zero >zero.bin
cp zero.bin minus.bin
put minus.bin 3 '\200'
expect 1 'query 0, head 0, dimension 0: 0 \(0x00000000\) and -0 \(0x80000000\)' "$checkhip" probe compare zero.bin minus.bin

# files that are no dumps
head -c 24576 a.bin >half.bin
head -c 49151 a.bin >cut.bin
: >empty.bin
mkdir folder
mkfifo pipe
expect 1 '^DIFFERENT sizes: a.bin has 49152 bytes, half.bin 24576' "$checkhip" probe compare a.bin half.bin
expect 1 '"b_bytes":24576' "$checkhip" probe compare a.bin half.bin --json
expect 3 'cut.bin: 49151 bytes are no whole number of queries' "$checkhip" probe compare a.bin cut.bin
expect 3 'empty.bin: 0 bytes are no query' "$checkhip" probe compare empty.bin empty.bin
expect 3 'missing.bin: No such file' "$checkhip" probe compare a.bin missing.bin
expect 3 'folder: a folder; expected a dump' "$checkhip" probe compare folder a.bin
expect 3 'pipe: no plain file' "$checkhip" probe compare a.bin pipe
expect 3 '/dev/zero: no plain file' "$checkhip" probe compare /dev/zero a.bin
truncate -s 1099511611392 huge.bin 2>/dev/null && expect 1 'DIFFERENT sizes' "$checkhip" probe compare huge.bin a.bin
rm -f huge.bin

# the output's name
expect 3 'folder cannot be written: it is a folder' qsa 1 64 1 folder --provider reference
expect 3 'cannot be written: No such file' qsa 1 64 1 missing/a.bin --provider reference
expect 3 '/dev/null cannot be written: it is no plain file' qsa 1 64 1 /dev/null --provider reference
expect 3 'pipe cannot be written: it is no plain file' qsa 1 64 1 pipe --provider reference
expect 3 'the name is empty' qsa 1 64 1 '' --provider reference

# providers that are wrong; a dump that is suspicious is kept
expect 1 '12288 outputs are not finite' qsa 2 64 1 nothing.bin --provider "$plugin:nothing"
expect 0 '^49152$' stat -c %s nothing.bin
expect 1 'REPEATABLE: repetition 0 gave other bytes' qsa 2 64 3 e.bin --provider "$plugin:changes"
expect 0 'median 4.000000 ms, least 3.000000, most 5.000000, of 3' qsa 2 64 3 e.bin --provider "$plugin:fixed"
expect 0 'median 1.000000 ms, least 1.000000, most 1.000000, of 1' qsa 2 64 1 e.bin --provider "$plugin:fixed"
expect 0 '"median_ms":4.500000,"min_ms":3.000000,"max_ms":6.000000' qsa 2 64 4 e.bin --provider "$plugin:fixed" --json
expect 3 'device lost|stopped answering|: m+$' qsa 2 64 1 fails.bin --provider "$plugin:fails"
expect 3 'offer qsa' qsa 2 64 1 fails.bin --provider "plugin:$(dirname "${plugin#plugin:}")/bad_NULL_FUNCTIONS.so"
expect 0 'none' sh -c 'ls fails.bin* 2>/dev/null || echo none'

# what is not selected is poisoned: rows of 7 pages of 64 for 2 heads, less 200 cells, or less
# 136 where page 1 is masked
counts() {
	qsa 2 200 1 counts.bin --provider "$plugin:counts" "$@" >/dev/null && od -An -tf4 -N8 counts.bin
}
expect 0 '^ +496 +496$' counts
expect 0 '^ +624 +624$' counts --masked

# a disk that is full: the dump of before stays, and nothing beside it
cp a.bin kept.bin
expect 3 'kept.bin cannot be written: File too large' sh -c 'ulimit -f 4; "$0" probe qsa 9 64 1 kept.bin --provider reference' "$checkhip"
expect 0 '' cmp a.bin kept.bin
expect 0 'alone' sh -c 'ls kept.bin* | grep -qv "^kept.bin$" || echo alone'

# Ctrl-C: at any time, a whole file or none
timeout -s INT 1 "$checkhip" probe qsa 1 64 1 stopped.bin --provider "$plugin:hangs" >/dev/null 2>&1
expect 0 'none' sh -c 'ls stopped.bin* 2>/dev/null || echo none'
for delay in 0.02 0.04 0.06 0.08 0.12 0.16 0.25; do
	timeout -s INT $delay "$checkhip" probe qsa 500 64 1 stopped.bin --provider "$plugin:fixed" >/dev/null 2>&1
	expect 0 'whole or none' sh -c 'for file in stopped.bin*; do
		test "$file" = "stopped.bin*" || test "$file $(stat -c %s "$file")" = "stopped.bin 12288000" || exit 1
	done; rm -f stopped.bin*; echo whole or none'
done

# The compiled AMD kernels, where this build has them: the switch changes the form on a gfx906 and nowhere else, and no byte anywhere.
swizzle=CHECKHIP_QSA_QUERY_SWIZZLE
alias=STRATA_GFX906_ATTN_QUERY_SWIZZLE

# both forms of one shape, in two processes
parity() { # provider, the form that must run with the switch, shape...
	provider=$1
	form=$2
	shift 2
	expect 0 'ran +qsa-linear' qsa "$@" off.bin --provider "$provider"
	expect 0 "ran +$form" env $swizzle=1 "$checkhip" probe qsa "$@" on.bin --provider "$provider"
	expect 0 '^same ' "$checkhip" probe compare off.bin on.bin --heads 12
	expect 0 'ran +qsa-swizzle' qsa "$@" forced.bin --provider "$provider" --variant qsa-swizzle
	expect 0 '' cmp off.bin forced.bin
	expect 0 'ran +qsa-model' qsa "$@" model.bin --provider reference --variant qsa-model
	expect 0 '' cmp off.bin model.bin
}

if qsa 1 64 1 off.bin --provider gcn:gfx906 >/dev/null 2>&1; then
	parity gcn:gfx906 qsa-swizzle 1 4096 1 --kv-heads 1
	parity gcn:gfx906 qsa-swizzle 33 4096 1 --masked --selected 130 --seed 2
	parity gcn:gfx906 qsa-swizzle 32 65536 1 --selected 65 --kv-heads 1 --page-size 256 --seed 3
	for value in '' 0 true ' 1' '1 ' 01; do
		expect 0 'off: CHECKHIP_QSA_QUERY_SWIZZLE is set, but not to exactly 1' env "$swizzle=$value" "$checkhip" \
			probe qsa 1 64 1 on.bin --provider gcn:gfx906
	done
	expect 0 'ran +qsa-swizzle' env $alias=1 "$checkhip" probe qsa 1 64 1 on.bin --provider gcn:gfx906
	expect 0 'ran +qsa-linear' env $alias=1 $swizzle=0 "$checkhip" probe qsa 1 64 1 on.bin --provider gcn:gfx906
	expect 0 'off: it is for INT8 pools only' env $swizzle=1 "$checkhip" probe qsa 1 64 1 on.bin --provider gcn:gfx906 --pool fp16
	expect 0 'off: it is for the batch entry only' env $swizzle=1 "$checkhip" probe qsa 1 64 1 on.bin --provider gcn:gfx906 --entry step
	expect 0 'ran +qsa-linear' qsa 1 64 1 on.bin --provider gcn:gfx906 --pool fp16 --variant qsa-swizzle
fi
if qsa 1 64 1 off.bin --provider gcn:gfx1151 >/dev/null 2>&1; then
	parity gcn:gfx1151 qsa-linear 33 4096 1 --masked --selected 130 --seed 2
	expect 0 'off: device 0 is .gfx1151., not gfx906' env $swizzle=1 "$checkhip" probe qsa 1 64 1 on.bin --provider gcn:gfx1151
fi

expect_end
