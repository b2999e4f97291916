# SPDX-License-Identifier: Apache-2.0
# Compiling HIP for AMD: which clang, which device libraries, which flags.
#
# A distribution's device libraries may stop before the newest architectures: Debian 12's have no oclc_isa_version_*.bc for
# gfx11 and gfx12. All that such a file holds is one constant, so the build tree then gets a folder with links to the distribution's
# files and the missing ones made from one line of C. A ROCm installation has them all and none of this happens.
set(CHECKHIP_AMD_ARCHITECTURES gfx906 gfx1100 gfx1151 gfx1201 CACHE STRING "Architectures of the AMD code objects")
# architecture:constant, as the device libraries number them: major * 1000 + minor * 100 + stepping
set(CHECKHIP_AMD_ISA_CONSTANTS gfx942:9402 gfx1100:11000 gfx1101:11001 gfx1102:11002 gfx1103:11003 gfx1150:11500 gfx1151:11501
  gfx1152:11502 gfx1200:12000 gfx1201:12001)

find_program(CHECKHIP_AMD_CLANG NAMES amdclang++ clang++-23 clang++-22 clang++-21 clang++-20 clang++-19 clang++
  HINTS $ENV{ROCM_PATH}/bin $ENV{ROCM_PATH}/llvm/bin /opt/rocm/llvm/bin DOC "clang, 19 or newer, with the AMDGPU target")
find_path(CHECKHIP_AMD_DEVICE_LIBS ockl.bc
  HINTS $ENV{ROCM_PATH}/amdgcn/bitcode /opt/rocm/amdgcn/bitcode /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode
  /usr/lib/x86_64-linux-gnu/amdgcn/bitcode DOC "Folder of ROCm's device libraries (ockl.bc)")
find_path(CHECKHIP_AMD_ROCM_PATH include/hip/hip_runtime.h HINTS $ENV{ROCM_PATH} /opt/rocm /usr
  DOC "Prefix of the HIP headers")

function(checkhip_amd_check)
  if(NOT CHECKHIP_AMD_CLANG OR NOT CHECKHIP_AMD_DEVICE_LIBS OR NOT CHECKHIP_AMD_ROCM_PATH)
    message(FATAL_ERROR "AMD code objects need clang 19 or newer (found: ${CHECKHIP_AMD_CLANG}), the HIP headers "
      "(${CHECKHIP_AMD_ROCM_PATH}) and ROCm's device libraries (${CHECKHIP_AMD_DEVICE_LIBS}); "
      "or configure with -DCHECKHIP_AMD_OBJECTS=OFF")
  endif()
  execute_process(COMMAND ${CHECKHIP_AMD_CLANG} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(version VERSION_LESS 19)
    message(FATAL_ERROR "AMD code objects need clang 19 or newer; ${CHECKHIP_AMD_CLANG} is ${version}")
  endif()
endfunction()

# Sets `out` to a folder of device libraries that has a file for every architecture of the list, and those behind it.
function(checkhip_amd_device_libs out)
  set(wanted ${CHECKHIP_AMD_ARCHITECTURES} ${ARGN})
  set(folder ${CHECKHIP_AMD_DEVICE_LIBS})
  foreach(pair ${CHECKHIP_AMD_ISA_CONSTANTS})
    string(REGEX MATCH "^gfx([^:]*):(.*)$" matched ${pair})
    set(number ${CMAKE_MATCH_1})
    set(constant ${CMAKE_MATCH_2})
    if(NOT "gfx${number}" IN_LIST wanted OR
        EXISTS ${CHECKHIP_AMD_DEVICE_LIBS}/oclc_isa_version_${number}.bc)
      continue()
    endif()
    if(folder STREQUAL CHECKHIP_AMD_DEVICE_LIBS)
      set(folder ${PROJECT_BINARY_DIR}/kernels/device-libs)
      file(MAKE_DIRECTORY ${folder})
      file(GLOB files ${CHECKHIP_AMD_DEVICE_LIBS}/*.bc)
      foreach(file ${files})
        get_filename_component(name ${file} NAME)
        file(CREATE_LINK ${file} ${folder}/${name} SYMBOLIC)
      endforeach()
    endif()
    if(NOT EXISTS ${folder}/oclc_isa_version_${number}.bc)
      file(WRITE ${folder}/isa.c
        "const __attribute__((address_space(4))) unsigned __oclc_ISA_version = ${constant};\n")
      execute_process(COMMAND ${CHECKHIP_AMD_CLANG} -x c --target=amdgcn-amd-amdhsa -nogpulib -c -emit-llvm -O2
        -o ${folder}/oclc_isa_version_${number}.bc ${folder}/isa.c RESULT_VARIABLE failed)
      if(failed)
        message(FATAL_ERROR "cannot make the device library of gfx${number} with ${CHECKHIP_AMD_CLANG}")
      endif()
    endif()
  endforeach()
  set(${out} ${folder} PARENT_SCOPE)
endfunction()

# Contraction off: SAME-BYTES compares every single float operation.
set(CHECKHIP_AMD_FLAGS -x hip -std=c++17 -O3 -ffp-contract=off -Wall -Wextra -Werror)
