#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to a verdict: installs what the build needs, builds, and runs the suite's own cases on the reference.
set -euo pipefail
cd "$(dirname "$0")/.."

bash ci/install.sh build
cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release
echo
build/release/tools/checkhip run --provider reference "$@"
