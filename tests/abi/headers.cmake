# Each public header alone, as C11 to C17 and C++11 to C++20.
add_test(NAME abi.headers COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/abi/headers.sh
    ${PROJECT_SOURCE_DIR}/runtime/include ${CMAKE_C_COMPILER} c++)
set_tests_properties(abi.headers PROPERTIES LABELS abi)
