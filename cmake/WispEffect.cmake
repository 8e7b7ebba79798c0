# wisp_add_effect(<id> [SOURCES file...] [LIBRARIES target...]) builds one effect plugin.
#
# Without SOURCES every .c file beside the caller's CMakeLists.txt is taken. A file named *_simd.c is
# compiled once per instruction set with WISP_SIMD_SUFFIX and WISP_SIMD_LEVEL (0 baseline, 1 AVX2, 2
# AVX-512) defined; name its functions with WISP_SIMD(name) and pick one at run time.
include_guard(GLOBAL)

function(wisp_simd_objects out target)
    set(objects)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        set(levels 0 1 2)
    else()
        set(levels 0)
    endif()
    set(flags_1 -mavx2)
    set(flags_2 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
    foreach(level IN LISTS levels)
        add_library(${target}_simd${level} OBJECT ${ARGN})
        # Nobody reads the exception flags; without this, comparisons stop the vectoriser.
        target_compile_options(${target}_simd${level} PRIVATE -fno-trapping-math ${flags_${level}})
        target_compile_definitions(${target}_simd${level} PRIVATE WISP_SIMD_LEVEL=${level} WISP_SIMD_SUFFIX=_simd${level})
        set_target_properties(${target}_simd${level} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        get_target_property(dirs ${target} INCLUDE_DIRECTORIES)
        if(dirs)
            target_include_directories(${target}_simd${level} PRIVATE ${dirs})
        endif()
        target_link_libraries(${target}_simd${level} PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
        list(APPEND objects $<TARGET_OBJECTS:${target}_simd${level}>)
    endforeach()
    set(${out} ${objects} PARENT_SCOPE)
endfunction()

function(wisp_add_effect id)
    cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
    if(NOT arg_SOURCES)
        file(GLOB arg_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
    endif()
    set(simd ${arg_SOURCES})
    list(FILTER simd INCLUDE REGEX "_simd\\.c$")
    list(FILTER arg_SOURCES EXCLUDE REGEX "_simd\\.c$")

    add_library(effect_${id}_code OBJECT ${arg_SOURCES})
    target_link_libraries(effect_${id}_code PRIVATE wisp::abi ${arg_LIBRARIES})
    set_target_properties(effect_${id}_code PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden)
    target_compile_options(effect_${id}_code PRIVATE -ffp-contract=off $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
    set(objects $<TARGET_OBJECTS:effect_${id}_code>)
    if(simd)
        wisp_simd_objects(simd_objects effect_${id}_code ${simd})
        list(APPEND objects ${simd_objects})
    endif()

    add_library(effect_${id} MODULE ${objects})
    target_link_libraries(effect_${id} PRIVATE wisp::abi ${arg_LIBRARIES} m)
    # clang cannot link a MODULE with -z defs under a sanitizer: the runtime is in the program.
    if(NOT (CMAKE_C_COMPILER_ID MATCHES "Clang" AND WISP_SANITIZE))
        target_link_options(effect_${id} PRIVATE -Wl,-z,defs)
    endif()
    target_link_options(effect_${id} PRIVATE -Wl,-z,now -Wl,--build-id)
    if(TARGET wisp_runtime) # in the wisp tree: tests link the plugin's functions
        add_library(effect_${id}_static STATIC ${objects})
        target_include_directories(effect_${id}_static INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/..)
        target_link_libraries(effect_${id}_static PUBLIC wisp::abi ${arg_LIBRARIES} m)
        set_property(GLOBAL APPEND PROPERTY WISP_EFFECTS ${id})
        install(TARGETS effect_${id} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/wisp/effects)
    endif()
    # Built aside and renamed into place, so a running host never sees half a file.
    set(final ${PROJECT_BINARY_DIR}/lib/wisp/effects)
    set_target_properties(effect_${id} PROPERTIES PREFIX "" OUTPUT_NAME ${id} SUFFIX ".so"
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    add_custom_command(TARGET effect_${id} POST_BUILD
        COMMAND ${CMAKE_COMMAND} -E make_directory ${final}
        COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:effect_${id}> ${final}/.${id}.so.tmp
        COMMAND ${CMAKE_COMMAND} -E rename ${final}/.${id}.so.tmp ${final}/${id}.so
        VERBATIM)
endfunction()
