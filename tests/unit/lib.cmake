# Shared objects for test_lib and test_elf, plain whatever the rest of the build is.
function(lib_fixture name)
    cmake_parse_arguments(arg "" "" "DEFINES;LINK;RPATH" ${ARGN})
    add_library(fixture_${name} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/fixtures/lib/object.c)
    set_target_properties(fixture_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/fixtures BUILD_RPATH "${arg_RPATH}")
    target_compile_definitions(fixture_${name} PRIVATE ${arg_DEFINES})
    target_compile_options(fixture_${name} PRIVATE -fno-sanitize=all)
    target_link_options(fixture_${name} PRIVATE -fno-sanitize=all -Wl,--build-id ${arg_LINK})
    add_dependencies(test_lib fixture_${name})
    add_dependencies(test_elf fixture_${name})
endfunction()

lib_fixture(plain LINK -Wl,-z,now)
lib_fixture(other DEFINES VALUE=2 LINK -Wl,-z,now)
lib_fixture(stripped LINK -Wl,-z,now -s)
lib_fixture(pinned LINK -Wl,-z,nodelete)
lib_fixture(missing DEFINES MISSING)
lib_fixture(dirty DEFINES DIRTY RPATH "\$ORIGIN/deps" LINK -Wl,-z,now -Wl,-soname,dirty.so.1 -Wl,--no-as-needed -lm)
