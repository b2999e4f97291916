#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every C file is as clang-format 14 writes it (other versions differ in places). With --fix: makes it so.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
git ls-files -z '*.c' '*.h' '*.hip' | xargs -0 -r clang-format-14 "${mode[@]}"
