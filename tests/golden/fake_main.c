/* SPDX-License-Identifier: Apache-2.0
 *
 * golden_fake_server KIND FAULT PORT [KEY]: serves until it is ended. Prints its port. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fake_server.h"

int main(int argc, char **argv)
{
	int kind = argc > 2 ? fake_kind_find(argv[1]) : -1, fault = argc > 2 ? fake_fault_find(argv[2]) : -1;
	fake_server *server;

	if (kind < 0 || fault < 0) {
		fprintf(stderr, "usage: golden_fake_server KIND FAULT PORT [KEY]\n");
		return 2;
	}
	server = fake_server_open((fake_kind)kind, argc > 3 ? (int)strtol(argv[3], NULL, 10) : 0);
	if (!server) {
		fprintf(stderr, "golden_fake_server: cannot listen\n");
		return 3;
	}
	fake_server_set(server, (fake_fault)fault, 0);
	fake_server_need_key(server, argc > 4 ? argv[4] : NULL);
	fake_server_tell(server);
	printf("%d\n", fake_server_port(server));
	fprintf(stderr, "route: fake kernel 7\n");
	fflush(stdout);
	for (;;)
		pause();
}
