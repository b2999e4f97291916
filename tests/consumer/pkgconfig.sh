#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles and runs main.c against an install, by pkg-config alone. Arguments: compiler, main.c, prefix, work folder.
set -eu
mkdir -p "$4"
PKG_CONFIG_PATH=$(dirname "$(find "$3" -name checkhip.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # the flags are words
"$1" -std=c11 "$2" $(pkg-config --cflags --libs checkhip) -o "$4/consumer"
"$4/consumer"
