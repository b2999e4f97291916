#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checkhip report from the outside. Arguments: checkhip, a broken plug-in, a folder to work in.
set -u
checkhip=$1
broken=$2
rm -rf "$3"
mkdir -p "$3"
cd "$3" || exit 1
failures=0
# expect CODE WORDS ARGUMENTS...: the exit code of `checkhip report`, and words in what it prints
expect() {
	code=$1
	words=$2
	shift 2
	"$checkhip" report "$@" >out 2>&1
	got=$?
	if [ "$got" != "$code" ] || ! grep -qF -- "$words" out; then
		echo "FAILED: report $*: exit code $got, expected $code and \"$words\":"
		head -n 20 out
		failures=$((failures + 1))
	fi
}
"$checkhip" run --filter mmvq/fp3 --json --output good.jsonl
"$checkhip" run --provider "plugin:$broken" --filter '=mmvq/fp3/random/k288-r3-c1' --json >bad.jsonl
"$checkhip" run --filter decode/fp2 --json --output decode.jsonl
head -n 3 good.jsonl >cut.jsonl
sed 's/"pass":[0-9]*,"fail"/"pass":1,"fail"/' good.jsonl >counted.jsonl
sed '/summary/!s/"result":"pass"/"result":"fine"/' good.jsonl >word.jsonl
cat good.jsonl decode.jsonl >two.jsonl
: >empty.jsonl
printf '{"case":"a\000b"}\n' >nul.jsonl
head -c 300000 /dev/urandom >random.jsonl
head -c 3000000 /dev/zero | tr '\0' x >long.jsonl

expect 0 "mmvq/fp3" good.jsonl decode.jsonl
expect 0 "a GPU                                  silent" good.jsonl
expect 0 "| a GPU | silent |" good.jsonl --markdown
expect 0 '"silent":["AMD machine code executed on the CPU","a GPU","a shared library"]' good.jsonl --json
expect 1 "SCALE-SPLIT" good.jsonl bad.jsonl
expect 1 "| 1 FAIL of 1 |" bad.jsonl --markdown
expect 1 "NOT COMPLETE" cut.jsonl
expect 3 "the summary's \"pass\" is not the" counted.jsonl
expect 3 "word.jsonl:1: a case needs" word.jsonl
expect 3 "more follows the summary" two.jsonl
expect 3 "holds no run" empty.jsonl
expect 3 "nul.jsonl:1: no JSON object" nul.jsonl
expect 3 "random.jsonl:" random.jsonl
expect 3 "a line of more than" long.jsonl
expect 3 "cannot be opened" nothing.jsonl
expect 2 "no FILE"
expect 2 "not both" good.jsonl --json --markdown
expect 2 "is no option" --wrong
if [ -w /dev/full ]; then
	"$checkhip" report good.jsonl >/dev/full 2>out
	[ $? = 3 ] || { echo "FAILED: a full disk passes"; failures=$((failures + 1)); }
fi
[ "$failures" = 0 ]
