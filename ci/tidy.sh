#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy 14 with .clang-tidy over every C file of a configured build; CLANG_TIDY names another one. Argument: the build
# folder (build/clang). With `quick` after it, the static analyzer is left out, which takes most of the time.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/clang}
checks=()
[ "${2:-}" != quick ] || checks=(--checks=-clang-analyzer-*)
if [ ! -f "$build/compile_commands.json" ]; then
	echo "ci/tidy.sh: no $build/compile_commands.json; configure first: cmake --preset clang" >&2
	exit 2
fi
# Only our own files: the build folder may hold generated ones.
sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$build/compile_commands.json" | grep -F "$PWD/" | grep -vF "$PWD/build" | sort -u |
	xargs -r -n 1 -P "$(nproc)" "${CLANG_TIDY:-clang-tidy-14}" --quiet "${checks[@]}" --warnings-as-errors='*' -p "$build" 2> >(grep -v "warnings\? generated" >&2)
