# SPDX-License-Identifier: Apache-2.0
# What the tests of the attention kernels need beside kernels/ARCH/qsa.co: the same without the swizzled forms
# (kernels-no-swizzle/ARCH/qsa.co), and kernels broken in one line each (kernels-broken/NAME/qsa.co).
set(checkhip_qsa_folder ${CMAKE_CURRENT_LIST_DIR})

function(checkhip_qsa_object out object arch source depends)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${object}
    COMMAND ${CHECKHIP_AMD_CLANG} ${CHECKHIP_AMD_FLAGS} --offload-arch=${arch} --offload-device-only --no-gpu-bundle-output
      --rocm-path=${CHECKHIP_AMD_ROCM_PATH} --rocm-device-lib-path=${device_libs} ${ARGN}
      -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include -c ${source} -o ${object}
    DEPENDS ${depends} ${CHECKHIP_KERNEL_HEADERS} COMMENT "AMD code object ${object}" VERBATIM)
  list(APPEND ${out} ${object})
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()

set(qsa_objects)
foreach(arch ${CHECKHIP_AMD_ARCHITECTURES})
  checkhip_qsa_object(qsa_objects ${PROJECT_BINARY_DIR}/kernels-no-swizzle/${arch}/qsa.co ${arch}
    ${checkhip_qsa_folder}/qsa.hip ${checkhip_qsa_folder}/qsa.hip -DCHECKHIP_QSA_NO_SWIZZLE)
endforeach()

# name | text of qsa.h | what stands there instead. The text must be there exactly once.
set(checkhip_qsa_faults
  "f36_no_barrier_before_scores|__syncthreads()\; /* the query tile and the rows are there */|"
  "f38_written_straight|tile.query + ch_qsa_place<swizzled>(d)) =|tile.query + d) ="
  "f40_takes_empty_chunks|if (l == 0.0f)|if (l < 0.0f)"
  "f42_whole_chunk|wide - begin < CH_QSA_CHUNK ? wide - begin : CH_QSA_CHUNK|CH_QSA_CHUNK"
  "f44_first_page|page_table[logical]|page_table[0]")
if("gfx906" IN_LIST CHECKHIP_AMD_ARCHITECTURES)
  file(READ ${checkhip_qsa_folder}/qsa.h right)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${checkhip_qsa_folder}/qsa.h)
  foreach(row IN LISTS checkhip_qsa_faults)
    string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|(.*)$" matched "${row}")
    set(name ${CMAKE_MATCH_1})
    set(from "${CMAKE_MATCH_2}")
    set(to "${CMAKE_MATCH_3}")
    string(FIND "${right}" "${from}" first)
    string(FIND "${right}" "${from}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
      message(FATAL_ERROR "the fault ${name} wants '${from}' once in qsa.h")
    endif()
    string(REPLACE "${from}" "${to}" broken "${right}")
    set(folder ${PROJECT_BINARY_DIR}/kernels-broken/${name})
    file(GENERATE OUTPUT ${folder}/kernels/qsa.h CONTENT "${broken}")
    checkhip_qsa_object(qsa_objects ${folder}/qsa.co gfx906 ${checkhip_qsa_folder}/qsa.hip
      "${checkhip_qsa_folder}/qsa.hip;${folder}/kernels/qsa.h" -I${folder})
  endforeach()
endif()
add_custom_target(checkhip_qsa_objects ALL DEPENDS ${qsa_objects})
