# SPDX-License-Identifier: Apache-2.0
# Compiling the kernels for a device: checkhip_gpu_objects(out NAMES) makes one object a kernel file, by hipcc or clang for
# CHECKHIP_GPU=hip and by nvcc for CHECKHIP_GPU=cuda. Plain commands, not CMake languages, so that one file serves both and CMake
# 3.18 does.
if(CHECKHIP_GPU STREQUAL "cuda")
  set(CHECKHIP_CUDA_ARCHITECTURES 90 CACHE STRING "Compute capabilities to build for, without the point")
  find_program(CHECKHIP_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin REQUIRED
    DOC "nvcc, 12 or newer")
  execute_process(COMMAND ${CHECKHIP_NVCC} --version OUTPUT_VARIABLE text)
  string(REGEX MATCH "release ([0-9.]+), V([0-9.]+)" matched "${text}")
  set(CHECKHIP_GPU_COMPILER "nvcc ${CMAKE_MATCH_2}")
  if(NOT matched OR CMAKE_MATCH_1 VERSION_LESS 12)
    message(FATAL_ERROR "CHECKHIP_GPU=cuda needs nvcc 12 or newer; ${CHECKHIP_NVCC} says: ${text}")
  endif()
  get_filename_component(cuda_bin ${CHECKHIP_NVCC} DIRECTORY)
  find_path(CHECKHIP_CUDA_INCLUDE cuda_runtime_api.h HINTS ${cuda_bin}/../include ${cuda_bin}/../targets/x86_64-linux/include
    REQUIRED)
  find_library(CHECKHIP_CUDART cudart_static HINTS ${cuda_bin}/../lib64 ${cuda_bin}/../lib
    ${cuda_bin}/../targets/x86_64-linux/lib REQUIRED)
  # Contraction off: SAME-BYTES compares every single float operation.
  set(compile ${CHECKHIP_NVCC} -x cu -std=c++17 -O3 -fmad=false -Xcompiler -fPIC -Werror all-warnings)
  foreach(arch ${CHECKHIP_CUDA_ARCHITECTURES})
    list(APPEND compile -gencode arch=compute_${arch},code=sm_${arch})
  endforeach()
  find_package(Threads REQUIRED)
  # the stubs that nvcc writes for the host are C++
  set(CHECKHIP_GPU_LINK ${CHECKHIP_CUDART} stdc++ Threads::Threads ${CMAKE_DL_LIBS} rt)
  set(CHECKHIP_GPU_INCLUDE ${CHECKHIP_CUDA_INCLUDE})
elseif(CHECKHIP_GPU STREQUAL "hip")
  set(CHECKHIP_HIP_ARCHITECTURES ${CHECKHIP_AMD_ARCHITECTURES} CACHE STRING "AMD architectures to build for")
  include(checkhip_amd)
  checkhip_amd_check()
  set(CHECKHIP_HIP_ARCHITECTURES ${CHECKHIP_AMD_ARCHITECTURES})
  checkhip_amd_device_libs(device_libs)
  # Not find_package(hip): its configuration asks for a C++ project with flags of its own, and all that is wanted is the runtime.
  find_library(CHECKHIP_HIP_RUNTIME amdhip64 HINTS ${CHECKHIP_AMD_ROCM_PATH}/lib /opt/rocm/lib REQUIRED
    DOC "The HIP runtime, libamdhip64")
  execute_process(COMMAND ${CHECKHIP_AMD_CLANG} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(CHECKHIP_GPU_COMPILER "clang ${version}")
  set(compile ${CHECKHIP_AMD_CLANG} ${CHECKHIP_AMD_FLAGS} -fPIC --rocm-path=${CHECKHIP_AMD_ROCM_PATH}
    --rocm-device-lib-path=${device_libs})
  foreach(arch ${CHECKHIP_HIP_ARCHITECTURES})
    list(APPEND compile --offload-arch=${arch})
  endforeach()
  set(CHECKHIP_GPU_LINK ${CHECKHIP_HIP_RUNTIME} stdc++)
  set(CHECKHIP_GPU_INCLUDE)
  if(NOT CHECKHIP_AMD_ROCM_PATH STREQUAL "/usr") # naming a standard folder again would change the order of them all
    set(CHECKHIP_GPU_INCLUDE ${CHECKHIP_AMD_ROCM_PATH}/include)
  endif()
else()
  message(FATAL_ERROR "CHECKHIP_GPU is OFF, hip or cuda, not ${CHECKHIP_GPU}")
endif()
set(CHECKHIP_GPU_COMPILE ${compile})

# Objects of NAME.hip in `folder`, for every NAME.
function(checkhip_gpu_objects out folder)
  set(objects)
  file(GLOB headers ${PROJECT_SOURCE_DIR}/src/kernels/*.h)
  foreach(name ${ARGN})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CHECKHIP_GPU_COMPILE} -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/include
        -c ${folder}/${name}.hip -o ${object}
      DEPENDS ${folder}/${name}.hip ${headers} COMMENT "${CHECKHIP_GPU} kernels of ${name}" VERBATIM)
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    list(APPEND objects ${object})
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# A target of ours that includes kernels/runtime.h.
function(checkhip_gpu_host target)
  checkhip_compile(${target})
  if(CHECKHIP_GPU STREQUAL "cuda")
    target_compile_definitions(${target} PRIVATE CHECKHIP_GPU_CUDA)
  endif()
  target_compile_definitions(${target} PRIVATE CHECKHIP_GPU_COMPILER="${CHECKHIP_GPU_COMPILER}")
  target_include_directories(${target} SYSTEM PRIVATE ${CHECKHIP_GPU_INCLUDE})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()
