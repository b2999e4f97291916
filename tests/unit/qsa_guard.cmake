# SPDX-License-Identifier: Apache-2.0
# The guard of the query swizzle: its world, the guards broken on purpose, and all of it once more under ThreadSanitizer.
find_package(Threads REQUIRED)
set(qsa_guard_parts guard_world.c guard_rows.c guard_checks.c)
foreach(name f48_guard_names f49_guard_values f50_guard_devices)
  list(APPEND qsa_guard_parts ${PROJECT_SOURCE_DIR}/tests/faults/${name}.c)
endforeach()
target_sources(test_qsa_guard PRIVATE ${qsa_guard_parts})
target_link_libraries(test_qsa_guard PRIVATE Threads::Threads)
add_test(NAME fault_qsa_guard COMMAND test_qsa_guard --broken)
set_tests_properties(fault_qsa_guard PROPERTIES LABELS "host;quick;fault" TIMEOUT 120)

# A program of its own, because the library is not built for the sanitizer; a build that has one already needs no second.
if(NOT CHECKHIP_SANITIZE)
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=thread)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fsanitize=thread)
  check_c_source_compiles("int main(void) { return 0; }" CHECKHIP_HAVE_TSAN)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(CHECKHIP_HAVE_TSAN)
    add_executable(test_qsa_guard_tsan test_qsa_guard.c ${qsa_guard_parts} ${PROJECT_SOURCE_DIR}/src/kernels/qsa_guard.c
      ${PROJECT_SOURCE_DIR}/src/text/target_id.c)
    target_link_libraries(test_qsa_guard_tsan PRIVATE PkgConfig::CMOCKA Threads::Threads)
    target_include_directories(test_qsa_guard_tsan PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
      ${CMAKE_CURRENT_SOURCE_DIR})
    checkhip_compile(test_qsa_guard_tsan)
    target_compile_options(test_qsa_guard_tsan PRIVATE -fsanitize=thread -fno-sanitize-recover=all)
    target_link_options(test_qsa_guard_tsan PRIVATE -fsanitize=thread)
    add_test(NAME unit_qsa_guard_tsan COMMAND test_qsa_guard_tsan)
    set_tests_properties(unit_qsa_guard_tsan PROPERTIES LABELS "host;quick" TIMEOUT 300
      ENVIRONMENT "TSAN_OPTIONS=halt_on_error=1")
  endif()
endif()
