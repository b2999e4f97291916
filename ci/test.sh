#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that can be checked on a machine without a GPU. One failure does not keep the rest from running. The gcc build's
# tests come last and are complete (the other builds run the quick ones), so the last lines are ctest's summary of the full run.
set -euo pipefail
cd "$(dirname "$0")/.."

failed=()
# check NAME command...
check() {
	printf '\n== %s (at %d s)\n' "$1" "$SECONDS"
	"${@:2}" || failed+=("$1")
}

# build_and_test PRESET [ctest's options...]
build_and_test() {
	cmake --preset "$1" --log-level=WARNING >/dev/null && cmake --build --preset "$1" && ctest --preset "$@"
}

# The full build holds the kernels as code objects for each AMD architecture: the executor's tests run them.
build_host() {
	cmake --preset host --log-level=WARNING -DCHECKHIP_AMD_OBJECTS=ON >/dev/null && cmake --build --preset host
}

bash ci/install.sh

check "format" bash ci/format.sh
check "tests, clang" build_and_test clang -L quick
check "clang-tidy" bash ci/tidy.sh build/clang quick
check "tests, asan" build_and_test asan -L 'quick|fuzz'
check "build, host" build_host
check "AMD code objects" sh ci/kernels.sh build/host/kernels
check "tests, host" ctest --preset host

if [ "${#failed[@]}" != 0 ]; then
	printf 'ci/test.sh: failed:' >&2
	printf ' [%s]' "${failed[@]}" >&2
	echo >&2
	exit 1
fi
