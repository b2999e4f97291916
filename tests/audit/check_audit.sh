#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `checkhip audit` on compiled kernels. Each row: exit code, what the output must match, the command.
# usage: check_audit.sh CHECKHIP SOURCE_FOLDER INPUT_FOLDER WORK_FOLDER
set -u
checkhip=$1
source=$2
inputs=$3
work=$4
. "$(dirname "$0")/../cli/expect.sh"

audit="$checkhip audit"
quiet="--quiet --expect $source/kernels.expect"

# what is right, and each fault: one line with file, line, kernel, expected, found
for arch in gfx906 gfx1151; do
	expect 0 '^12 expectations checked, 0 failed' $audit $inputs/right_$arch.co $quiet --arch $arch
	expect 1 'kernels.expect:[0-9]+: many \('$arch'\): expected scratch = 0, found [1-9]' $audit $inputs/spills_$arch.co $quiet --arch $arch
	expect 1 'kernels.expect:[0-9]+: many \('$arch'\): expected spills = 0, found [1-9]' $audit $inputs/spills_$arch.co $quiet --arch $arch
	expect 1 'tile \('$arch'\): expected forbid v_div_\*, found [1-9][0-9]*, v_div_[a-z0-9_]+ the first' $audit $inputs/divides_$arch.co $quiet --arch $arch
	expect 1 'tile \('$arch'\): expected launch 256 <= bound, found a launch bound of 64' $audit $inputs/launch_$arch.co $quiet --arch $arch
done
sed 's/lds = 4096/lds = 4095/' "$source/kernels.expect" >changed.expect
expect 1 '^changed.expect:4: tile \(gfx906\): expected lds = 4095, found 4096$' $audit $inputs/right_gfx906.co --quiet --expect changed.expect --arch gfx906
sed 's/kernel many/kernel few/' "$source/kernels.expect" >gone.expect
expect 1 "^gone.expect:11: expected a kernel 'few' for gfx906, found none$" $audit $inputs/right_gfx906.co --quiet --expect gone.expect --arch gfx906
expect 1 "expected a kernel 'tile' for gfx1151, found none" $audit $inputs/right_gfx906.co $quiet
expect 1 'nothing was checked' $audit $inputs/right_gfx1201.co $quiet --arch gfx1201
expect 3 'broken.expect:1: expected .checkhip-audit 1' sh -c "echo lds = 1 >broken.expect; $audit $inputs/right_gfx906.co --expect broken.expect"
expect 3 'none.expect: No such file' $audit $inputs/right_gfx906.co --expect none.expect

# written expectations hold of what they were written from, and not of another
expect 0 '^$' $audit $inputs/right_gfx906.co --quiet --write-expect written.expect
expect 0 ', 0 failed' $audit $inputs/right_gfx906.co --quiet --expect written.expect
expect 1 'bound = 256, found 64' $audit $inputs/launch_gfx906.co --quiet --expect written.expect
expect 3 'No such file or directory' $audit $inputs/right_gfx906.co --quiet --write-expect none/written.expect

# two builds
expect 0 '^3 kernels compared: 3 identical, 0 identical but' $audit $inputs/right_gfx906.co --compare $inputs/right_gfx906.co
for arch in gfx906 gfx1151; do
	expect 1 '^4 kernels compared: 2 identical, 1 identical but for addresses, 0 different, 0 only in the first, 1 only in the second' $audit $inputs/right_$arch.co --compare $inputs/moved_$arch.co
	expect 1 "^$arch another: only in the first" $audit $inputs/moved_$arch.co --compare $inputs/right_$arch.co
	expect 0 '^1 kernels compared: 0 identical, 1 identical but for addresses' $audit $inputs/right_$arch.co --kernel by_table --compare $inputs/moved_$arch.co
	expect 1 "^$arch tile: different text from instruction [0-9]+ on" $audit $inputs/right_$arch.co --compare $inputs/changed_$arch.co
	expect 1 '^    ! [0-9a-f]{6} v_.* \| [0-9a-f]{6} v_' $audit $inputs/right_$arch.co --compare $inputs/changed_$arch.co
	expect 1 "^$arch many: different text.*; vgpr [0-9]+ -> [0-9]+.*spills 0 -> [1-9]" $audit $inputs/right_$arch.co --compare $inputs/spills_$arch.co
	expect 1 "^$arch by_table: identical text, but other data behind its addresses$" $audit $inputs/right_$arch.co --compare $inputs/other_data_$arch.co
done
# one wave needs no barrier: only where a wave has 32 lanes does the text stay
expect 1 '^gfx1151 tile: identical text; .*bound 256 -> 64' $audit $inputs/right_gfx1151.co --compare $inputs/launch_gfx1151.co
expect 1 '^12 expectations checked, 1 failed' $audit $inputs/launch_gfx1151.co $quiet --arch gfx1151
expect 1 '^6 kernels compared: 0 identical, 0 identical but for addresses, 0 different, 3 only in the first, 3 only in the second' $audit $inputs/right_gfx906.co --compare $inputs/right_gfx1151.co

# every architecture: the four reads under either name, nothing that is no instruction
for file in "$inputs"/right_gfx*.co; do
	arch=$(basename "$file" .co | sed 's/right_//')
	expect 0 "\"kernel\":\"tile\".*\"target\":\"$arch[^\"]*\",\"lds\":4096,.*\"waves_per_simd\":[1-9].*\"undecoded\":0,.*\"counts\":\{\"ds_read_b128\":4,\"ds_store_b128\":1\}" \
		$audit "$file" --json --count ds_read_b128 --count ds_store_b128
done

# forms, and wrong use
expect 0 '^\| tile \| 4096 \|' $audit $inputs/right_gfx906.co --markdown
expect 0 'by class: .*lds 5' $audit $inputs/right_gfx906.co --kernel tile --histogram
expect 0 '^{"expectations":12,"failed_expectations":0}' $audit $inputs/right_gfx906.co $quiet --arch gfx906 --json
expect 1 '^- .*launch 256' $audit $inputs/launch_gfx906.co $quiet --arch gfx906 --markdown
expect 0 '^example: ' $checkhip audit --help
expect 2 'no file' $audit
expect 2 'expected a target' $audit $inputs/right_gfx906.co --arch 906
expect 2 'one file on each side' $audit $inputs/right_gfx906.co $inputs/right_gfx1151.co --compare x.co
expect 2 'shows how|unrecognized' $audit --nonsense
expect 3 'expected an ELF file' $audit "$source/kernels.hip"
expect 3 'No such file' $audit none.co
expect 3 'no code object for the wanted' $audit $inputs/right_gfx906.co --arch gfx90a
expect 3 'no kernel with such a name' $audit $inputs/right_gfx906.co --kernel nobody
head -c 3000 $inputs/right_gfx906.co >cut.co
expect 3 'cut.co: ' $audit cut.co

# a pull request's two builds
mkdir -p pr/old/gfx906 pr/new/gfx906
cp $inputs/right_gfx906.co pr/old/gfx906/kernels.co
cp $inputs/moved_gfx906.co pr/new/gfx906/kernels.co
cp $inputs/right_gfx1151.co pr/old/same.co
cp $inputs/right_gfx1151.co pr/new/same.co
cp $inputs/right_gfx900.co pr/old/gone.co
ci="sh $source/../../ci/audit.sh $checkhip pr/old pr/new"
expect 0 '^24 expectations checked, 0 failed' $ci $source/kernels.expect
expect 0 '^- gfx906 another: only in the second|another: only in the first' $ci $source/kernels.expect
expect 0 '^- same.co: 3 kernels compared: 3 identical' $ci
expect 0 '^- gone.co is gone' $ci
expect 1 '^- gfx906 another' env CHECKHIP_AUDIT_STRICT=1 $ci
cp $inputs/spills_gfx906.co pr/new/gfx906/kernels.co
expect 1 'many \(gfx906\): expected .*spills = 0, found|expected spills = 0' $ci $source/kernels.expect
expect 3 'Compiled kernels' sh -c "cp cut.co pr/new/cut.co; $ci"
expect 3 'no .co' sh $source/../../ci/audit.sh $checkhip pr/old /nowhere
expect 2 'usage' sh $source/../../ci/audit.sh

expect_end
