/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_GCN_WORKGROUP_H
#define CHECKHIP_GCN_WORKGROUP_H

#include "gcn/machine.h"

/* Room for one workgroup of the launch, used again for each. False: no memory. */
bool ch_workgroup_open(ch_workgroup *group, const ch_launch *launch, uint64_t *executed);
void ch_workgroup_close(ch_workgroup *group);

/* Runs workgroup `number` to its end; group->fault.kind says whether a rule was broken. */
void ch_workgroup_run(ch_workgroup *group, uint32_t number);

#endif
