#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Holds compiled AMD code objects against what the ladder says of itself: no scratch, no spills, the byte permute and the dot
# instruction present, a swizzle and no ds_bpermute where the reduction is a swizzle, ds_bpermute where it is a shuffle.
#   ci/kernels.sh build/kernels
set -eu
folder=${1:?usage: ci/kernels.sh BUILD/kernels}
first_of() { for tool; do command -v "$tool" && return; done; echo "kernels.sh: none of $* found" >&2; exit 3; }
readelf=$(first_of llvm-readelf-19 llvm-readelf-20 llvm-readelf /opt/rocm/llvm/bin/llvm-readelf)
objdump=$(first_of llvm-objdump-19 llvm-objdump-20 llvm-objdump /opt/rocm/llvm/bin/llvm-objdump)
checked=0
failed=0
complain() { echo "kernels.sh: $*" >&2; failed=1; }

for object in "$folder"/gfx*/*.co; do
	[ -e "$object" ] || { echo "kernels.sh: no code object in $folder" >&2; exit 3; }
	arch=$(basename "$(dirname "$object")")
	file=$(basename "$object" .co)
	"$readelf" --notes "$object" | awk -v at="$arch/$file" '
		/^ +\.name: +ch_/ { name = $2 }
		/^ +\.(private_segment_fixed_size|sgpr_spill_count|vgpr_spill_count):/ && $2 != 0 {
			print "kernels.sh: " at ": " name ": " $1 " " $2 > "/dev/stderr"; bad = 1 }
		/^ +\.dynamic_stack: +true/ { print "kernels.sh: " at ": " name ": dynamic stack" > "/dev/stderr"; bad = 1 }
		END { exit bad }' || failed=1
	text=$("$objdump" -d --mcpu="$arch" "$object" | awk '
		/^[0-9a-f]+ <ch_/ { name = $2; gsub(/[<>:]/, "", name); names[name] = 1 }
		{ seen[name, $1] = 1 }
		END { for (n in names) { line = n
			for (s in seen) { split(s, part, SUBSEP); if (part[1] == n &&
				part[2] ~ /^(v_perm_b32|v_dot4|ds_swizzle_b32|ds_bpermute_b32|scratch_|buffer_store|buffer_load)/)
				line = line " " part[2] }
			print line " ." } }')
	while read -r name found; do
		[ -n "$name" ] || continue
		checked=$((checked + 1))
		case $name in ch_mm*) case $found in *v_dot4_i32*) ;; *) complain "$arch: $name has no v_dot4" ;; esac ;; esac
		case $name in
		ch_mmvq_fp3_scalar_* | ch_mmvq_fp6_* | ch_mmvq_fp8_*) ;; # no table there
		ch_mmvq_fp2_wide_*) ;; # decodes by a subtraction
		ch_mm*) case $found in *v_perm_b32*) ;; *) complain "$arch: $name has no v_perm_b32" ;; esac ;;
		esac
		case $file in
		mmvq_swizzle)
			case $found in *ds_swizzle_b32*) ;; *) complain "$arch: $name has no ds_swizzle_b32" ;; esac
			case $found in *ds_bpermute_b32*) complain "$arch: $name has ds_bpermute_b32" ;; esac
			;;
		mmvq_*) case $found in *ds_swizzle_b32*) complain "$arch: $name is a shuffle variant with ds_swizzle_b32" ;; esac ;;
		esac
		case $found in *scratch_* | *buffer_store* | *buffer_load*) complain "$arch: $name touches scratch" ;; esac
	done <<-EOF
	$text
	EOF
done
[ "$checked" -gt 0 ] || { echo "kernels.sh: no kernel in $folder" >&2; exit 3; }
echo "kernels.sh: $checked kernels checked"
exit $failed
