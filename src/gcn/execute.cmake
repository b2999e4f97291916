# SPDX-License-Identifier: Apache-2.0
# The executor.
target_sources(checkhip_gcn PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/atomic.c
  ${CMAKE_CURRENT_SOURCE_DIR}/conflict.c
  ${CMAKE_CURRENT_SOURCE_DIR}/kernarg.c
  ${CMAKE_CURRENT_SOURCE_DIR}/lane_move.c
  ${CMAKE_CURRENT_SOURCE_DIR}/launch.c
  ${CMAKE_CURRENT_SOURCE_DIR}/lds.c
  ${CMAKE_CURRENT_SOURCE_DIR}/lds_lanes.c
  ${CMAKE_CURRENT_SOURCE_DIR}/memory.c
  ${CMAKE_CURRENT_SOURCE_DIR}/memory_forms.c
  ${CMAKE_CURRENT_SOURCE_DIR}/memory_global.c
  ${CMAKE_CURRENT_SOURCE_DIR}/memory_lanes.c
  ${CMAKE_CURRENT_SOURCE_DIR}/prepare.c
  ${CMAKE_CURRENT_SOURCE_DIR}/program.c
  ${CMAKE_CURRENT_SOURCE_DIR}/registers.c
  ${CMAKE_CURRENT_SOURCE_DIR}/rows.c
  ${CMAKE_CURRENT_SOURCE_DIR}/salu.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_atomic.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_salu.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_salu_float.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_carry.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_compare.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_convert.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_divide.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_dot.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_double.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_extreme.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_float.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_half.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_int.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_short.c
  ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_wide.c
  ${CMAKE_CURRENT_SOURCE_DIR}/smem.c
  ${CMAKE_CURRENT_SOURCE_DIR}/space.c
  ${CMAKE_CURRENT_SOURCE_DIR}/valu.c
  ${CMAKE_CURRENT_SOURCE_DIR}/valu_change.c
  ${CMAKE_CURRENT_SOURCE_DIR}/valu_dpp.c
  ${CMAKE_CURRENT_SOURCE_DIR}/valu_plain.c
  ${CMAKE_CURRENT_SOURCE_DIR}/wave.c
  ${CMAKE_CURRENT_SOURCE_DIR}/workgroup.c
)

# The lane functions, and what runs them, once more for x86-64 with wider vectors; which are used is decided when a program is made.
include(CheckCCompilerFlag)
check_c_compiler_flag(-march=x86-64-v4 CHECKHIP_HAVE_X86_64_LEVELS)
if(CHECKHIP_HAVE_X86_64_LEVELS AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  foreach(level 3 4)
    add_library(checkhip_gcn_v${level} OBJECT)
    foreach(rows carry compare convert divide dot double extreme float half int short wide)
      target_sources(checkhip_gcn_v${level} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/semantics_valu_${rows}.c)
    endforeach()
    foreach(file lds_lanes memory_global memory_lanes valu valu_change valu_plain)
      target_sources(checkhip_gcn_v${level} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${file}.c)
    endforeach()
    checkhip_compile(checkhip_gcn_v${level})
    target_include_directories(checkhip_gcn_v${level} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(checkhip_gcn_v${level} PRIVATE CH_LANES_V${level})
    target_compile_options(checkhip_gcn_v${level} PRIVATE -march=x86-64-v${level} $<$<NOT:$<CONFIG:Debug>>:-O3>)
    target_sources(checkhip_gcn PRIVATE $<TARGET_OBJECTS:checkhip_gcn_v${level}>)
  endforeach()
  target_compile_definitions(checkhip_gcn PRIVATE CH_LANE_LEVELS)
endif()

# The provider, with the code objects of this build inside it: the tool needs no path to find them.
target_sources(checkhip_gcn PRIVATE
  ${PROJECT_SOURCE_DIR}/src/providers/gcn.c
  ${PROJECT_SOURCE_DIR}/src/providers/gcn_bound.c
  ${PROJECT_SOURCE_DIR}/src/providers/gcn_open.c
  ${PROJECT_SOURCE_DIR}/src/providers/gcn_qsa.c
  ${PROJECT_SOURCE_DIR}/src/providers/gcn_run.c
)
get_property(amd_objects GLOBAL PROPERTY CHECKHIP_AMD_OBJECT_FILES)
set(embedded_bytes "")
set(embedded_rows "")
set(own_binding ${PROJECT_SOURCE_DIR}/src/kernels/checkhip.binding)
foreach(object ${amd_objects})
  get_filename_component(file ${object} NAME_WE)
  get_filename_component(folder ${object} DIRECTORY)
  get_filename_component(arch ${folder} NAME)
  string(MAKE_C_IDENTIFIER "${arch}_${file}" symbol)
  string(APPEND embedded_bytes "__asm__(\".section .rodata\\n.balign 16\\nch_object_${symbol}:\\n.incbin \\\"${object}\\\"\\nch_object_end_${symbol}:\\n.byte 0\\n.previous\");\n"
    "extern const unsigned char ch_object_${symbol}[] __attribute__((visibility(\"hidden\"))), ch_object_end_${symbol}[] __attribute__((visibility(\"hidden\")));\n")
  string(APPEND embedded_rows "\t{\"${arch}\", \"${file}\", ch_object_${symbol}, ch_object_end_${symbol}},\n")
endforeach()
string(APPEND embedded_bytes "__asm__(\".section .rodata\\n.globl ch_own_binding, ch_own_binding_end\\n.hidden ch_own_binding, ch_own_binding_end\\n"
  "ch_own_binding:\\n.incbin \\\"${own_binding}\\\"\\nch_own_binding_end:\\n.byte 0\\n.previous\");\n")
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/embedded_objects.c)
file(GENERATE OUTPUT ${embedded} CONTENT "#include \"providers/gcn.h\"\n${embedded_bytes}const ch_embedded_object ch_embedded_objects[] = {\n${embedded_rows}\t{0, 0, 0, 0},\n};\n")
target_sources(checkhip_gcn PRIVATE ${embedded})
set_property(SOURCE ${embedded} APPEND PROPERTY OBJECT_DEPENDS ${own_binding})
if(amd_objects)
  set_property(SOURCE ${embedded} APPEND PROPERTY OBJECT_DEPENDS ${amd_objects})
  add_dependencies(checkhip_gcn checkhip_amd_objects)
endif()
