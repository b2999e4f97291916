# SPDX-License-Identifier: Apache-2.0
# The flags of every C target of ours. Contraction is off because SAME-BYTES compares the result of every single float
# operation; fast-math would void the contract.
function(checkhip_compile target)
  target_compile_features(${target} PRIVATE c_std_11)
  set_target_properties(${target} PROPERTIES C_EXTENSIONS ON POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off -fno-fast-math)
  if(CHECKHIP_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CHECKHIP_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CHECKHIP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${CHECKHIP_SANITIZE})
  endif()
endfunction()
