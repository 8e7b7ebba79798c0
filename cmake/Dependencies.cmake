# Everything comes from the system's packages. ./dev installs what is missing.
find_package(PkgConfig REQUIRED)
find_package(SDL2 REQUIRED CONFIG)
find_package(Threads REQUIRED)
pkg_check_modules(LUA REQUIRED IMPORTED_TARGET lua5.4)
pkg_check_modules(CGLM REQUIRED IMPORTED_TARGET cglm)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
find_path(STB_INCLUDE_DIR stb/stb_image.h REQUIRED)

# python3-glad ships no CMake module, and a python3 that is first on PATH may lack it.
find_program(GLAD glad HINTS /usr/bin REQUIRED)
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
    OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
    COMMAND ${GLAD} --api gl:core=3.3 --extensions "" --reproducible --quiet --out-path ${glad_dir} c
    COMMENT "Generating the OpenGL loader"
    VERBATIM)
add_library(glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${glad_dir}/include)
target_link_libraries(glad PRIVATE ${CMAKE_DL_LIBS})
