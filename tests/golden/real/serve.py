#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""serve.py MODEL PORT [THREADS [TEMPLATE]]: llama.cpp's own HTTP server, out of the xllamacpp package, on loopback."""
import sys
import time

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
params.cpuparams.n_threads = int(sys.argv[3]) if len(sys.argv) > 3 else 1
if len(sys.argv) > 4:
    params.chat_template = sys.argv[4]
params.n_ctx = 1024
params.n_parallel = 1
params.warmup = False
params.endpoint_props = True
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
while True:
    time.sleep(1)
