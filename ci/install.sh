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

# what for, how to look for it (cmd: a command; pc: a pkg-config module), its names, the packages that bring it. Of several
# names or packages, parted by |, one is enough: releases differ in them.
needs='
build cmd cc           gcc
build cmd cmake        cmake
build cmd ninja        ninja-build
build cmd pkg-config   pkg-config
build pc  libcrypto    libssl-dev
build pc  libcjson     libcjson-dev
build pc  libcurl      libcurl4-openssl-dev
build pc  zlib         zlib1g-dev
build pc  libzstd      libzstd-dev
build pc  msgpack-c|msgpackc|msgpack libmsgpack-c-dev|libmsgpack-dev
all   pc  cmocka       libcmocka-dev
all   pc  libmicrohttpd libmicrohttpd-dev
all   pc  libdw         libdw-dev
all   cmd llvm-config-19|llvm-config-20|llvm-config-18|/opt/rocm/llvm/bin/llvm-config llvm-19-dev|llvm-18-dev
all   cmd clang-19|clang-20|clang-18|/opt/rocm/llvm/bin/clang clang-19|clang-18
all   cmd ld.lld-19|ld.lld-20|ld.lld-18|/opt/rocm/llvm/bin/ld.lld lld-19|lld-18
all   cmd hipcc        hipcc
all   cmd git          git
all   cmd clang        clang
all   cmd clang-tidy-14 clang-tidy-14
all   cmd clang-format-14 clang-format-14
'

there() {
	local name
	for name in ${2//|/ }; do
		case "$1" in
		cmd) command -v "$name" >/dev/null 2>&1 && return 0 ;;
		pc) pkg-config --exists "$name" 2>/dev/null && return 0 ;;
		esac
	done
	return 1
}

# The first of several packages that this release has.
choose() {
	local package
	for package in ${1//|/ }; do
		if apt-cache show "$package" >/dev/null 2>&1; then
			echo "$package"
			return 0
		fi
	done
	echo "ci/install.sh: this release has no package $1" >&2
	return 3
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
	"${root[@]}" apt-get -qq update
	local alternatives packages=()
	for alternatives in "$@"; do
		packages+=("$(choose "$alternatives")")
	done
	echo "installing: ${packages[*]}"
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends "${packages[@]}" >/dev/null
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
