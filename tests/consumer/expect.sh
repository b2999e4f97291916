#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a command and passes if its exit code and a text in its output are as expected. Arguments: code, text, command...
set -u
code=$1
text=$2
shift 2
output=$("$@" 2>&1)
got=$?
printf '%s\n' "$output"
if [ "$got" != "$code" ]; then
	echo "expect.sh: exit code $got, expected $code"
	exit 1
fi
case "$output" in
*"$text"*) ;;
*)
	echo "expect.sh: the output does not hold: $text"
	exit 1
	;;
esac
