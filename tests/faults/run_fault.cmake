# SPDX-License-Identifier: Apache-2.0
# Runs one broken provider: the run must fail as expected, and say so in the expected words.
#   cmake -DCHECKHIP=... -DPROVIDER=... -DFILTER=... -DCODE=1 -DEXPECT=regex -P run_fault.cmake
execute_process(COMMAND ${CHECKHIP} run --known-answers none --time-limit 2 --provider ${PROVIDER} --filter ${FILTER}
  RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT code EQUAL CODE)
  message(FATAL_ERROR "exit code ${code}, expected ${CODE}\n${out}${err}")
endif()
if(NOT "${out}${err}" MATCHES "${EXPECT}")
  message(FATAL_ERROR "the output does not say '${EXPECT}'\n${out}${err}")
endif()
