#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# other_language.sh CHECKHIP PYTHON ANSWER.PY: answers made by another language are accepted, those of its broken twin are
# not, and the command keeps its exit codes.
set -eu
checkhip=$1 python=$2 answer=$3
work=$(mktemp -d "${TMPDIR:-/tmp}/checkhip.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

# expect CODE WORDS COMMAND...: the exit code, and words that the output has
expect() {
	code=$1 words=$2
	shift 2
	got=0
	"$@" >out.txt 2>&1 || got=$?
	if [ "$got" != "$code" ] || ! grep -q -e "$words" out.txt; then
		echo "$*: exit code $got, expected $code with \"$words\" in:"
		cat out.txt
		exit 1
	fi
}

expect 0 "files in inputs" "$checkhip" vectors emit inputs --inputs-only --small
"$python" "$answer" inputs mine
expect 0 " 0 failed" "$checkhip" vectors verify inputs --answers mine
expect 0 '"answers":2' "$checkhip" vectors verify inputs --answers mine --json
"$python" "$answer" inputs broken broken
expect 1 "BIT-ORDER: decode_fp3.bin: y_valid: block 0, weight 0 (byte 3)" "$checkhip" vectors verify inputs --answers broken
expect 1 "with the codes read from the high bits down" "$checkhip" vectors verify inputs --answers broken

# a byte of the answers less, no answers, answers to other inputs
head -c 1000 mine/decode_fp3.bin >short && mv short mine/decode_fp3.bin
expect 1 "decode_fp3.bin has 1000 bytes" "$checkhip" vectors verify inputs --answers mine
mkdir empty
expect 3 "nothing to judge" "$checkhip" vectors verify inputs --answers empty
expect 0 "files in other" "$checkhip" vectors emit other --inputs-only --small --seed 7
"$python" "$answer" other for_other
expect 1 "weights in" "$checkhip" vectors verify inputs --answers for_other

# a bit of a whole small directory, in each file in turn
expect 0 "files in whole" "$checkhip" vectors emit whole --small
for file in whole/*; do
	cp "$file" kept
	"$python" - "$file" <<'END'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 4
open(sys.argv[1], "wb").write(data)
END
	expect 1 "${file#whole/}" "$checkhip" vectors verify whole
	cp kept "$file"
done
expect 0 " 0 failed" "$checkhip" vectors verify whole

expect 3 "is not empty" "$checkhip" vectors emit whole
expect 3 "cannot be opened as a directory" "$checkhip" vectors verify nowhere
expect 3 "cannot be opened as a directory" "$checkhip" vectors verify whole/SHA256SUMS
expect 2 "expected emit or verify" "$checkhip" vectors
expect 2 "expected a number" "$checkhip" vectors emit x --seed -1
expect 2 "is not known here" "$checkhip" vectors verify whole --small
expect 2 "expected a directory" "$checkhip" vectors verify
expect 0 "^  checkhip vectors emit" "$checkhip" vectors --help
# standard output that cannot be written is no pass
if [ -w /dev/full ]; then
	got=0
	"$checkhip" vectors verify whole >/dev/full 2>out.txt || got=$?
	[ "$got" = 3 ] || { echo "full standard output: exit code $got, expected 3"; exit 1; }
fi
