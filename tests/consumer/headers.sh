#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each public header stands alone, in C11 and in C++11 (host code of HIP projects is C++). Arguments: C compiler, include folder.
set -eu
for header in "$2"/checkhip/*.h; do
	name=checkhip/$(basename "$header")
	printf '#include "%s"\ntypedef int alone;\n' "$name" | "$1" -std=c11 -Wall -Wextra -Werror -pedantic -I"$2" -fsyntax-only -x c -
	if command -v c++ >/dev/null 2>&1; then
		printf '#include "%s"\ntypedef int alone;\n' "$name" | c++ -std=c++11 -Wall -Wextra -Werror -I"$2" -fsyntax-only -x c++ -
	fi
done
