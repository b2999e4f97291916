#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# checkhip golden from the outside: exit codes, files, what is printed, Ctrl-C, two recorders, the key. Arguments: checkhip,
# golden_fake_server.
set -uo pipefail
checkhip=$1
fake=$2
work=$(mktemp -d)
servers=()
finish() {
	[ "${#servers[@]}" = 0 ] || kill "${servers[@]}" 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1
unset CHECKHIP_API_KEY

failures=0
fail() {
	echo "FAILED: $*"
	failures=$((failures + 1))
	[ "$failures" -lt 8 ] || exit 1
}
# expect CODE WORDS COMMAND...: the exit code, and words in what it prints
expect() {
	local code=$1 words=$2 got
	shift 2
	"$@" >out 2>&1
	got=$?
	[ "$got" = "$code" ] || fail "exit code $got instead of $code: $*: $(tail -n 3 out)"
	grep -qF -- "$words" out || fail "\"$words\" is not in the output of: $*: $(tail -n 3 out)"
}
# serve NAME KIND FAULT [KEY]: sets url_NAME
serve() {
	local name=$1 kind=$2 fault=$3 key=${4:-}
	rm -f "$name.port"
	"$fake" "$kind" "$fault" 0 $key >"$name.port" 2>"$name.log" &
	servers+=($!)
	for _ in $(seq 100); do
		[ -s "$name.port" ] && break
		sleep 0.05
	done
	[ -s "$name.port" ] || {
		echo "FAILED: no server: $(cat "$name.log")"
		exit 1
	}
	printf -v "url_$name" 'http://127.0.0.1:%s' "$(cat "$name.port")"
}
golden() {
	"$checkhip" golden "$@"
}
write_suite() {
	mkdir "$1"
	cat >"$1/suite.json" <<-'J'
		{"schema": "checkhip-golden-1", "name": "two",
		 "request": {"temperature": 0, "max_tokens": 8},
		 "prompts": [
		  {"id": "capital", "topic": "recall", "class": "exact", "text": "a coin flip", "checks": [{"contains": "Paris"}]},
		  {"id": "other", "topic": "logic", "class": "exact", "text": "a question"}]}
	J
}

serve good llama well
serve tie llama near-tie
serve changed llama changed
serve model llama other-model
serve second vllm well
write_suite s

# record, verify, show, sums
expect 5 "no golden to compare" golden verify "$url_good" s
expect 0 "2 recorded" golden record "$url_good" s --witness nothing
(cd s && sha256sum --quiet -c SHA256SUMS) || fail "sha256sum does not agree"
[ "$(od -An -c s/capital.txt | tr -d ' \n')" = 'Parisisthecapital360237214215.\r\nYes.\n' ] || fail "the bytes are not those of the answer"
expect 0 "2 match; pass" golden verify "$url_good/v1" s --no-seen
expect 0 "repeats itself" golden verify "$url_good" s
[ ! -e s.seen ] || fail "matches were kept as seen"
expect 0 "near-tie threshold 0.16 (a start value, not measured)" golden show s
expect 0 "smallest margin 0.0300 at token 3" golden show s
expect 0 "example:" golden record --help

# verdicts and their reports
expect 1 "near-tie" golden verify "$url_tie" s --junit junit.xml --markdown report.md
grep -q '<testcase classname="golden.recall" name="capital"><failure message="near-tie: token 3' junit.xml || fail "junit: $(cat junit.xml)"
grep -q '| capital | recall | exact | \*\*near-tie\*\*' report.md || fail "markdown: $(cat report.md)"
expect 1 '"verdict":"changed","pass":false' golden verify "$url_changed" s --json
[ "$(grep -c '^{.*}$' out)" = 3 ] || fail "not one object a line: $(cat out)"
expect 1 '"exit_code":1' golden verify "$url_changed" s --json
expect 1 "the model is another" golden verify "$url_model" s

# no golden is overwritten unless it is named, and the reason is kept
expect 2 "every prompt has a golden" golden record "$url_changed" s
expect 2 "--accept capital --why" golden record "$url_changed" s --prompt capital
expect 2 "needs --why" golden record "$url_changed" s --accept capital
expect 2 "--why is missing" golden accept s capital
expect 0 "2 match; pass" golden verify "$url_good" s
golden verify "$url_changed" s >/dev/null 2>&1
expect 0 "what the last verify saw" golden accept s capital --why "the new build says centre"
expect 0 "the new build says centre" golden show s
expect 0 "1 match; pass" golden verify "$url_changed" s --prompt capital
expect 2 "no golden of that name" golden accept s nothing --why x
expect 0 "1 recorded" golden record "$url_good" s --accept capital --why "back again"
[ "$(grep -c '"why"' s/suite.json)" = 2 ] || fail "two reasons were given"

# compare
expect 0 "2 match; pass" golden compare "$url_good" "$url_second" s
expect 1 "near-tie" golden compare "$url_good" "$url_tie" s --prompt capital
expect 2 "compared with itself" golden compare "$url_good" "$url_good/" s
expect 2 "compared with itself" golden compare "$url_good" "${url_good/127.0.0.1/localhost}" s
expect 0 "2 match" golden compare "$url_good" "$url_good" s --allow-same
expect 0 "threshold measured and stored: 0 " golden compare "$url_good" "$url_second" s --measure
expect 0 "threshold 0 (measured)" golden show s

# each trouble has its exit code; the old suite stays
sum=$(sha256sum s/*)
while read -r fault code; do
	serve broken llama "$fault"
	expect "$code" "" golden verify "$url_broken" s --timeout 1 --no-seen
	expect "$code" "" golden record "$url_broken" s --timeout 1 --accept other --why x
	[ "$(sha256sum s/*)" = "$sum" ] || fail "$fault: the suite changed"
	rm -rf s.partial
done <<-'T'
	401 10
	429-later 11
	500 12
	slow 13
	cut 14
	half-json 15
	content-type 16
	redirect 17
	long-line 18
	nul-escaped 20
T
expect 3 "could not reach" golden verify http://127.0.0.1:9 s
expect 2 "builtin: is not there yet" golden verify builtin: s
expect 2 "user name" golden verify http://a:b@127.0.0.1/ s
expect 2 "no such option" golden verify "$url_good" s --kye x
expect 2 "could hold a secret" golden verify "$url_good" s --env MY_API_KEY
expect 2 "takes URL SUITE" golden verify "$url_good"

# path tricks
ln -s s link
expect 5 "is a link" golden verify "$url_good" link
write_suite tricks
sed -i 's/"capital"/"..\/..\/capital"/' tricks/suite.json
expect 5 'id "../../capital"' golden record "$url_good" tricks

# two recorders, Ctrl-C, --continue
write_suite t
serve slow llama slow
"$checkhip" golden record "$url_slow" t >first 2>&1 &
first=$!
sleep 0.5
expect 6 "another process" golden record "$url_good" t
sleep 4
kill -INT "$first"
wait "$first"
[ $? = 130 ] || fail "Ctrl-C: $(cat first)"
[ -z "$(ls t | grep txt)" ] || fail "an interrupted recording wrote the suite"
(cd t.partial && sha256sum --quiet -c SHA256SUMS) || fail "what was answered is not kept: $(cat first)"
golden record "$url_good" t --continue >out 2>&1 || fail "--continue: $(cat out)"
[ ! -e t.partial ] || fail "t.partial is left"
expect 0 "2 match; pass" golden verify "$url_good" t

# a server that drafts although it is asked not to: what rests on a plain answer is said to be missing
serve always llama always-drafts
write_suite d
golden record "$url_always" d >out 2>&1 || fail "a server that always drafts: $(cat out)"
grep -q "does not switch speculation off" out || fail "drafts in a plain answer were not told: $(cat out)"

# the key
key=sk-secret-0123456789
serve locked llama well "$key"
write_suite k
expect 10 "status 401" golden record "$url_locked" k
expect 2 "which should hold the key, is not set" golden record "$url_locked" k --key-env NO_SUCH_KEY
MY_KEY=$key golden record "$url_locked" k --key-env MY_KEY >key.out 2>&1 || fail "with the key: $(cat key.out)"
CHECKHIP_API_KEY=$key golden verify "$url_locked" k --json >>key.out 2>&1 || fail "with the key: $(cat key.out)"
serve echoing llama echo-key "$key"
CHECKHIP_API_KEY=$key golden verify "$url_echoing" k --json --junit key.xml --markdown key.md >>key.out 2>&1
[ $? = 21 ] || fail "an echoed key: $(tail -n 2 key.out)"
serve telling llama echo-key-error "$key"
CHECKHIP_API_KEY=$key golden verify "$url_telling" k >>key.out 2>&1
serve later llama slow "$key"
CHECKHIP_API_KEY=$key "$checkhip" golden verify "$url_later" k >>key.out 2>&1 &
asking=$!
sleep 0.5
tr '\0' ' ' <"/proc/$asking/cmdline" >>key.out
grep -q "golden verify" key.out || fail "the process list was not read"
kill -KILL "$asking"
wait "$asking" 2>/dev/null
grep -rlF "$key" k* key.out key.xml key.md && fail "the key is told"

# starting the server itself
# a port that was just free
serve passing llama well
port=$(cat passing.port)
kill "${servers[-1]}"
wait "${servers[-1]}" 2>/dev/null
unset 'servers[-1]'
cat >start.sh <<-S
	n=\$(cat count 2>/dev/null || echo 0)
	echo \$((n + 1)) >count
	fault=well
	[ "\$n" -lt "\${TURN:-99}" ] || fault=changed
	exec "$fake" \${KIND:-llama} \$fault $port
S
url=http://127.0.0.1:$port
write_suite started
expect 0 "2 recorded" golden record "$url" started --start "bash start.sh" --restarts 1 --witness route: --env TURN
grep -q '"witness":.*"route: fake kernel 7"' started/suite.json || fail "the witness is not kept"
grep -q '"start":.*"bash start.sh"' started/suite.json || fail "the command is not kept"
[ "$(cat count)" = 2 ] || fail "$(cat count) starts instead of 2"
expect 3 "could not reach" golden verify "$url" started
TURN=3 expect 1 "from start 2 of the server on" golden verify "$url" started --start "bash start.sh" --restarts 1 --env TURN
OMP_NUM_THREADS=3 expect 0 '"OMP_NUM_THREADS":"3"' golden verify "$url" started --start "bash start.sh" --env TURN --json
KIND=openai expect 0 "0.625" golden verify "$url" started --start "KIND=openai bash start.sh" --log-pattern accept_rate= --server openai
expect 22 "ended (exit 3)" golden verify "$url" started --start "echo no model here; exit 3"
expect 22 "no model here" golden verify "$url" started --start "echo no model here; exit 3"
expect 22 "answers there already" golden verify "$url_good" started --start "bash start.sh"
expect 2 "needs --start" golden verify "$url_good" started --restarts 2

write_suite unseen
expect 2 "nothing has been seen yet" golden accept unseen capital --why "new model"

# a report is not put in the place of a pipe, and is told before anything is asked
mkfifo pipe
expect 4 "pipe cannot be written: it is no plain file" golden verify "$url_good" started --junit pipe
expect 4 "none/report.md cannot be written" golden verify "$url_good" started --markdown none/report.md
[ -p pipe ] || fail "the pipe was replaced"

[ "$failures" = 0 ] && echo "golden command: all passed"
exit "$failures"
