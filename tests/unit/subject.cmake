# The effect "subject" in many versions, good and bad: <build>/tests/subjects/<variant>/subject.so.
set(variants v1 v2 other migrate schema major minor magic nosymbol table undefined unique tls threads
    nodelete crash_load fail_create fail_reload crash_create hang_create exit_create fail_update
    fail_late nan crash_late abort_late stack_late heap_late hang_late crash_draw statics atexit hidden drawn)
add_custom_target(subjects)
foreach(variant IN LISTS variants)
    add_library(subject_${variant} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/fixtures/plugins/subject.c)
    target_link_libraries(subject_${variant} PRIVATE wisp::abi m)
    target_compile_definitions(subject_${variant} PRIVATE VARIANT_${variant})
    target_link_options(subject_${variant} PRIVATE -Wl,--build-id)
    set_target_properties(subject_${variant} PROPERTIES PREFIX "" OUTPUT_NAME subject SUFFIX ".so"
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/subjects/${variant})
    add_dependencies(subjects subject_${variant})
endforeach()
target_link_options(subject_nodelete PRIVATE -Wl,-z,nodelete)
# Every test links the support library, and so waits for them.
add_dependencies(wisp_support subjects)
