# SPDX-License-Identifier: Apache-2.0
# Read in by the shell tests of the command, which set $work first: the test goes on in that folder, empty.
failed=0
passed=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# A row: exit code, what the output must match (an extended regular expression), the command.
expect() {
	code=$1
	pattern=$2
	shift 2
	out=$("$@" 2>&1)
	got=$?
	if [ "$got" -eq "$code" ] && printf '%s\n' "$out" | grep -Eq -- "$pattern"; then
		passed=$((passed + 1))
		return
	fi
	failed=$((failed + 1))
	printf 'FAIL: %s\n  exit code %s, expected %s; output does not match: %s\n%s\n' "$*" "$got" "$code" "$pattern" "$out" | head -20
}

# The last line of a test.
expect_end() {
	printf '%s passed, %s failed\n' "$passed" "$failed"
	[ "$failed" -eq 0 ]
}
