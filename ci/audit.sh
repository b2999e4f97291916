#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Audits the kernels of a pull request's two builds: figures of the new one, expectations on it, and what changed since the old one.
# Folders are paired by the paths of their files. Markdown goes to standard output, for a job's summary.
#   sh ci/audit.sh CHECKHIP OLD_FOLDER NEW_FOLDER [EXPECTATION_FILE...] >> "$GITHUB_STEP_SUMMARY"
# Exit code: 0 all expectations hold (changes are shown, they are no failure), 1 one does not, 3 something could not be read.
# CHECKHIP_AUDIT_STRICT=1: a change is a failure too.
set -u
if [ $# -lt 3 ]; then
	echo "usage: sh ci/audit.sh CHECKHIP OLD_FOLDER NEW_FOLDER [EXPECTATION_FILE...]" >&2
	exit 2
fi
checkhip=$1
old=$2
new=$3
shift 3
# the work is done from inside the folder, so that the tables name files from there
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
checkhip=$(absolute "$checkhip")
old=$(absolute "$old")
new=$(absolute "$new")
code=0
worse() { [ "$1" -le "$code" ] || code=$1; }

list() { (cd "$1" && find . -type f \( -name '*.co' -o -name '*.so' -o -name '*.hsaco' \) | sed 's|^\./||' | sort); }
files=$(list "$new")
[ -n "$files" ] || { echo "audit.sh: no .co, .hsaco or .so in $new" >&2; exit 3; }

echo "## Compiled kernels"
echo
if [ $# -gt 0 ]; then
	arguments=
	for expectation; do arguments="$arguments --expect $(absolute "$expectation")"; done
	# shellcheck disable=SC2086 # words on purpose: paths here have no blanks
	(cd "$new" && "$checkhip" audit $files --quiet --markdown $arguments)
	worse $?
	echo
fi
for file in $files; do
	if [ ! -f "$old/$file" ]; then
		echo "- $file is new"
		continue
	fi
	"$checkhip" audit "$new/$file" --compare "$old/$file" --markdown >"${TMPDIR:-/tmp}/audit.$$"
	got=$?
	[ "$got" -le 1 ] || worse "$got"
	[ "$got" -ne 1 ] || [ -z "${CHECKHIP_AUDIT_STRICT:-}" ] || worse 1
	# files without a change are one line
	if [ "$got" -eq 0 ]; then echo "- $file: $(tail -2 "${TMPDIR:-/tmp}/audit.$$" | head -1)"; else cat "${TMPDIR:-/tmp}/audit.$$"; fi
	rm -f "${TMPDIR:-/tmp}/audit.$$"
done
list "$old" | while read -r file; do [ -f "$new/$file" ] || echo "- $file is gone"; done
echo
echo "<details><summary>Figures of all kernels</summary>"
echo
for file in $files; do (cd "$new" && "$checkhip" audit "$file" --markdown) || worse $?; done
echo "</details>"
exit "$code"
