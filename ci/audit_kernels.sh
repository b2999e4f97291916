#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The figures of this project's kernels: audit/gfx*.expect and docs/audit-kernels.md, written from a build or held against it.
#   sh ci/audit_kernels.sh check|write BUILD_FOLDER
set -eu
mode=${1:-}
build=${2:-}
case $mode in check | write) ;; *) build= ;; esac
[ -n "$build" ] || { echo "usage: sh ci/audit_kernels.sh check|write BUILD_FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$build" && pwd)
checkhip=$build/tools/checkhip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$build/kernels" # the table names files from here
{
	echo "# Figures of this project's kernels"
	echo
	echo "As clang 19 compiles them; made by \`sh ci/audit_kernels.sh write BUILD\`, held by the test \`audit_kernels\`. [audit.md](audit.md) says what the columns mean."
} >"$work/audit-kernels.md"
for arch in gfx906 gfx1100 gfx1151 gfx1201; do
	[ -d "$arch" ] || { echo "audit_kernels.sh: no code objects for $arch in $build" >&2; exit 3; }
	printf '\n## %s\n\n' "$arch" >>"$work/audit-kernels.md"
	if [ "$mode" = write ]; then
		"$checkhip" audit "$arch"/*.co --arch "$arch" --quiet --write-expect "$work/$arch.expect"
		sed '1a # As clang 19 compiles this project. Made by `sh ci/audit_kernels.sh write BUILD`; docs/audit.md explains the format.' \
			"$work/$arch.expect" >"$here/audit/$arch.expect"
	fi
	"$checkhip" audit "$arch"/*.co --arch "$arch" --expect "$here/audit/rules.expect" --expect "$here/audit/$arch.expect" \
		--markdown >"$work/table" || { grep '^- ' "$work/table"; exit 1; }
	# one table an architecture: the head once, no lines about files
	awk '/^\| kernel \|/ { if (!head++) print; next } /^\|---/ { if (!rule++) print; next } /^\|/' "$work/table" >>"$work/audit-kernels.md"
	tail -1 "$work/table" | sed "s/^/$arch: /"
done
if [ "$mode" = write ]; then
	cp "$work/audit-kernels.md" "$here/docs/audit-kernels.md"
elif ! diff -u "$here/docs/audit-kernels.md" "$work/audit-kernels.md" >"$work/diff"; then
	head -20 "$work/diff"
	echo "audit_kernels.sh: docs/audit-kernels.md is not of this build; run: sh ci/audit_kernels.sh write BUILD" >&2
	exit 1
fi
