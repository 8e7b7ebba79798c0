# A plugin built against the install tree. Not under sanitizers: the author's project has none.
if(TARGET wisp AND NOT WISP_SANITIZE)
    add_test(NAME consumer.install COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/consumer/install.sh
        ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
    set_tests_properties(consumer.install PROPERTIES LABELS consumer TIMEOUT 300)
endif()
