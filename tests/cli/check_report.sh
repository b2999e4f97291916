#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checkhip report from the outside. usage: check_report.sh CHECKHIP BROKEN_PLUGIN WORK_FOLDER
set -u
checkhip=$1
broken=$2
work=$3
. "$(dirname "$0")/expect.sh"

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

expect 0 'mmvq/fp3' "$checkhip" report good.jsonl decode.jsonl
expect 0 'a GPU +silent' "$checkhip" report good.jsonl
expect 0 '^\| a GPU \| silent \|' "$checkhip" report good.jsonl --markdown
expect 0 '"silent":\["AMD machine code executed on the CPU","a GPU","a shared library"\]' "$checkhip" report good.jsonl --json
expect 1 'SCALE-SPLIT' "$checkhip" report good.jsonl bad.jsonl
expect 1 '\| 1 FAIL of 1 \|' "$checkhip" report bad.jsonl --markdown
expect 1 'NOT COMPLETE' "$checkhip" report cut.jsonl
expect 3 'the summary.s "pass" is not the' "$checkhip" report counted.jsonl
expect 3 'word.jsonl:1: a case needs' "$checkhip" report word.jsonl
expect 3 'more follows the summary' "$checkhip" report two.jsonl
expect 3 'holds no run' "$checkhip" report empty.jsonl
expect 3 'nul.jsonl:1: no JSON object' "$checkhip" report nul.jsonl
expect 3 'random.jsonl:' "$checkhip" report random.jsonl
expect 3 'a line of more than' "$checkhip" report long.jsonl
expect 3 '^checkhip report: empty.jsonl: holds no run' "$checkhip" report empty.jsonl
expect 3 '^checkhip report: .: cannot be read: Is a directory' "$checkhip" report .
expect 3 'cannot be opened' "$checkhip" report nothing.jsonl
expect 2 'no FILE' "$checkhip" report
expect 2 'not both' "$checkhip" report good.jsonl --json --markdown
expect 2 'is no option' "$checkhip" report --wrong
[ ! -w /dev/full ] || expect 3 'could not be written' sh -c "'$checkhip' report good.jsonl >/dev/full"

expect_end
