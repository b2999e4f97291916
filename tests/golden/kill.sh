#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A recorder killed at 200 random moments: the suite is whole every time, by sha256sum's own judgement. Arguments: checkhip,
# golden_fake_server.
set -euo pipefail
checkhip=$1
fake=$2
work=$(mktemp -d)
server=
finish() {
	[ -z "$server" ] || kill "$server" 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
cd "$work"
"$fake" openai well 0 >port 2>/dev/null &
server=$!
while [ ! -s port ]; do sleep 0.05; done
url=http://127.0.0.1:$(cat port)
mkdir s
cat >s/suite.json <<-'J'
	{"schema": "checkhip-golden-1", "name": "one", "request": {"temperature": 0, "max_tokens": 8},
	 "prompts": [{"id": "a", "topic": "recall", "class": "exact", "text": "a question"}]}
J
"$checkhip" golden record "$url" s >/dev/null
# so long takes one that is not killed
began=$(date +%s%N)
"$checkhip" golden record "$url" s --accept a --why first >/dev/null
whole=$((($(date +%s%N) - began) / 1000))
RANDOM=20261129
killed=0
tries=0
while [ "$killed" -lt 200 ] && [ "$tries" -lt 600 ]; do
	tries=$((tries + 1))
	moment=$(((RANDOM * 32768 + RANDOM) % whole + 1))
	code=0
	{
		timeout -s KILL "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))" \
			"$checkhip" golden record "$url" s --accept a --why "number $tries" >/dev/null || code=$?
	} 2>/dev/null
	[ "$code" = 0 ] || killed=$((killed + 1))
	(cd s && sha256sum --quiet -c SHA256SUMS)
	"$checkhip" golden show s >/dev/null
done
echo "$killed kills in $tries tries; the suite was whole each time and holds $(grep -c '"why"' s/suite.json) reasons"
[ "$killed" = 200 ]
"$checkhip" golden verify "$url" s >/dev/null
