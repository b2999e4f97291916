#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The reference as a plain folder, without CMake: cc -std=c11 on each file, then main.c. Arguments: compiler, source tree,
# work folder.
set -eu
rm -rf "$3"
mkdir -p "$3"
for file in "$2"/src/reference/*.c; do
	"$1" -std=c11 -Wall -Wextra -Werror -I"$2/include" -I"$2/src" -c "$file" -o "$3/$(basename "$file" .c).o"
done
"$1" -std=c11 -I"$2/include" "$2/tests/consumer/main.c" "$3"/*.o -lm -o "$3/consumer"
"$3/consumer"
