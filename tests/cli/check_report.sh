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
expect 0 '"silent":\["AMD machine code executed on the CPU","a GPU","audit of the compiled kernels","a shared library"\]' "$checkhip" report good.jsonl --json
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

# an audit among the runs
kernel='{"kernel":"tile","file":"a.co","target":"gfx906","scratch":0,"vgpr_spills":2,"limited_by":"VGPR"}'
failing='{"failed":"x.expect:4: tile (gfx906): expected lds = 4095, found 4096"}'
printf '%s\n' "$kernel" "$kernel" '{"expectations":12,"failed_expectations":0}' >audit.jsonl
printf '%s\n' "$kernel" "$failing" '{"expectations":12,"failed_expectations":1}' >audit_bad.jsonl
printf '%s\n' "$kernel" >audit_cut.jsonl
printf '%s\n' "$kernel" '{"expectations":12,"failed_expectations":3}' >audit_counted.jsonl
printf '%s\n' "$kernel" '{"expectations":-1,"failed_expectations":0}' >audit_negative.jsonl
printf '%s\n' '{"kernel":"tile","target":"gfx906","text":"identical"}' >audit_compared.jsonl
printf '%s\n' '{"failed":7}' >audit_number.jsonl
cat audit.jsonl audit.jsonl >audit_two.jsonl
cat audit.jsonl good.jsonl >audit_run.jsonl
cat good.jsonl audit.jsonl >run_audit.jsonl
expect 0 'audit of the compiled kernels +pass: 2 kernels \(gfx906 2\), 2 with scratch or spills' "$checkhip" report good.jsonl audit.jsonl
expect 0 '^expectations +- +12 pass' "$checkhip" report good.jsonl audit.jsonl
expect 1 'audit: expectation: AUDIT: x.expect:4: tile' "$checkhip" report audit_bad.jsonl
expect 1 '^\| expectations \| 1 FAIL of 12 \|' "$checkhip" report audit_bad.jsonl --markdown
expect 0 '"provider":"audit","description":"2 kernels .*"pass":12' "$checkhip" report audit.jsonl --json
expect 1 'nothing was checked.*cut, or an audit without --expect' "$checkhip" report audit_cut.jsonl
expect 3 'audit_counted.jsonl:2: "failed_expectations" is not the number' "$checkhip" report audit_counted.jsonl
expect 3 'audit_negative.jsonl:2: the last line of an audit needs counts' "$checkhip" report audit_negative.jsonl
expect 3 'a comparison of two builds is no result' "$checkhip" report audit_compared.jsonl
expect 3 'wants a sentence' "$checkhip" report audit_number.jsonl
expect 3 'audit_two.jsonl:4: more follows' "$checkhip" report audit_two.jsonl
expect 3 'audit_run.jsonl:4: more follows' "$checkhip" report audit_run.jsonl
expect 3 'more follows the summary' "$checkhip" report run_audit.jsonl

expect 2 'no FILE' "$checkhip" report
expect 2 'not both' "$checkhip" report good.jsonl --json --markdown
expect 2 'is no option' "$checkhip" report --wrong
[ ! -w /dev/full ] || expect 3 'could not be written' sh -c "'$checkhip' report good.jsonl >/dev/full"

expect_end
