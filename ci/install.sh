#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the build (argument: build) or the build and all its checks (no argument) need, on Debian 12 or Ubuntu 24.04.
# Looks for each thing first, asks the package manager only for what is missing, and says nothing if nothing is.
set -euo pipefail

what=${1:-all}
case "$what" in
build | all) ;;
*)
	echo "usage: ci/install.sh [build]" >&2
	exit 2
	;;
esac

# what for, how to look for it (cmd: a command; pc: a pkg-config module; lib: what clang must be able to link), name, package
needs='
build cmd cc           gcc
build cmd cmake        cmake
build cmd ninja        ninja-build
build cmd pkg-config   pkg-config
build pc  libcrypto    libssl-dev
build pc  libcjson     libcjson-dev
all   pc  cmocka       libcmocka-dev
all   cmd git          git
all   cmd clang        clang
all   cmd clang-tidy   clang-tidy
all   cmd clang-format-14 clang-format-14
'

there() {
	case "$1" in
	cmd) command -v "$2" >/dev/null 2>&1 ;;
	pc) pkg-config --exists "$2" 2>/dev/null ;;
	esac
}

install() {
	local root=()
	if [ "$(id -u)" != 0 ]; then
		if ! command -v sudo >/dev/null 2>&1; then
			echo "ci/install.sh: missing packages, and neither root nor sudo to install them: $*" >&2
			exit 3
		fi
		root=(sudo)
	fi
	if ! command -v apt-get >/dev/null 2>&1; then
		echo "ci/install.sh: no apt-get here; install the equivalents of these Debian packages: $*" >&2
		exit 3
	fi
	echo "installing: $*"
	"${root[@]}" apt-get -qq update
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "$@" >/dev/null
}

missing=()
while read -r group kind name package; do
	[ -n "$group" ] || continue
	[ "$group" = build ] || [ "$what" = all ] || continue
	there "$kind" "$name" || missing+=("$package")
done <<<"$needs"
# gcc alone brings no headers of the C library
if ! command -v cc >/dev/null 2>&1 || ! echo '#include <stdio.h>' | cc -E - >/dev/null 2>&1; then
	missing+=(libc6-dev)
fi
[ "${#missing[@]}" = 0 ] || install "${missing[@]}"

# The sanitizer and fuzzing runtimes are a package of their own, named by clang's version.
if [ "$what" = all ]; then
	probe=$(mktemp)
	if ! echo 'int main(void){return 0;}' | clang -x c -fsanitize=address,undefined -o "$probe" - 2>/dev/null; then
		major=$(clang -dumpversion | cut -d. -f1)
		install "libclang-rt-$major-dev"
	fi
	rm -f "$probe"
fi
