# SPDX-License-Identifier: Apache-2.0
# Runs the cases on a binary through a binding: the exit code and the words must be those expected. FROM and TO: one text of the
# binding is exchanged for another first.
#   cmake -DCHECKHIP=... -DARCH=... -DOBJECT=... -DBINDING=... -DFILTER=... -DCODE=1 -DEXPECT=regex [-DFROM=... -DTO=...
#     -DCHANGED=file] -P run_engine.cmake
if(DEFINED FROM)
  file(READ ${BINDING} text)
  string(FIND "${text}" "${FROM}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${BINDING} has no '${FROM}'")
  endif()
  string(REPLACE "${FROM}" "${TO}" text "${text}")
  file(WRITE ${CHANGED} "${text}")
  set(BINDING ${CHANGED})
endif()
execute_process(COMMAND ${CHECKHIP} run --known-answers none --provider gcn:${ARCH} --code-object ${OBJECT} --binding ${BINDING}
  --filter ${FILTER} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT code EQUAL CODE)
  message(FATAL_ERROR "exit code ${code}, expected ${CODE}\n${out}${err}")
endif()
if(NOT "${out}${err}" MATCHES "${EXPECT}")
  message(FATAL_ERROR "the output does not say '${EXPECT}'\n${out}${err}")
endif()
