#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that can be checked on a machine without a GPU. The gcc build's tests come last, so that the last lines are
# ctest's summary of the full run.
set -euo pipefail
cd "$(dirname "$0")/.."

started=$SECONDS
step() {
	printf '\n== %s (at %d s)\n' "$1" $((SECONDS - started))
}

step "what the checks need"
bash ci/install.sh

step "format"
bash ci/format.sh

for preset in clang asan; do
	step "tests, $preset"
	cmake --preset "$preset" --log-level=WARNING
	cmake --build --preset "$preset"
	ctest --preset "$preset"
done

step "clang-tidy"
bash ci/tidy.sh build/clang

step "tests, host"
cmake --preset host --log-level=WARNING
cmake --build --preset host
ctest --preset host
