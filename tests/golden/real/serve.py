#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""serve.py MODEL PORT [--threads N] [--template TEXT] [--draft MODEL]: llama.cpp's own HTTP server, out of the xllamacpp package,
on loopback. With a draft model it speculates."""
import argparse
import time

import xllamacpp

parser = argparse.ArgumentParser()
parser.add_argument("model")
parser.add_argument("port", type=int)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--template")
parser.add_argument("--draft")
options = parser.parse_args()

params = xllamacpp.CommonParams()
params.model.path = options.model
if hasattr(params, "hostnames"):
    params.hostnames = ["127.0.0.1"]
else:  # builds before the autumn of 2026
    params.hostname = "127.0.0.1"
params.port = options.port
params.cpuparams.n_threads = options.threads
if options.template:
    params.chat_template = options.template
if options.draft:
    params.speculative.draft.mparams.path = options.draft
    params.speculative.draft.n_max = 4
    params.speculative.types = [type(params.speculative.types[0]).COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE]
params.n_ctx = 1024
params.n_parallel = 1
params.warmup = False
params.endpoint_props = True
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
while True:
    time.sleep(1)
