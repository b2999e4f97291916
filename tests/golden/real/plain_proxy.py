#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plain_proxy.py PORT TARGET_PORT: passes requests on without their "temperature" and "seed", so that the server's own defaults apply (M07)."""
import http.server
import json
import sys
import urllib.error
import urllib.request

target = f"http://127.0.0.1:{sys.argv[2]}"


class Proxy(http.server.BaseHTTPRequestHandler):
    def pass_on(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size) if size else None
        if body:
            asked = json.loads(body)
            asked.pop("temperature", None)
            asked.pop("seed", None)
            body = json.dumps(asked).encode()
        try:
            reply = urllib.request.urlopen(
                urllib.request.Request(target + self.path, body, {"Content-Type": "application/json"})
            )
        except urllib.error.HTTPError as error:
            reply = error
        data = reply.read()
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.headers.get("Content-Type", "application/json"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = pass_on

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Proxy).serve_forever()
