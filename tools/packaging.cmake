# SPDX-License-Identifier: BSD-2-Clause
# Each tool alone, without the rest of the kit, as a component: `cmake --install`, and a Debian
# package by `cpack -G DEB`. dpkg-shlibdeps finds the libraries; clang's own headers it cannot see.
include(GNUInstallDirs)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME flatland-tools)
set(CPACK_PACKAGE_CONTACT "The Flatland authors")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENTS_ALL)

# A macro, as CPack reads the variables of the scope that includes it.
macro(flatland_package name summary suggested)
    set(tool ${name}) # which configure_file reads
    set(folder ${PROJECT_SOURCE_DIR}/${name})
    set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name})
    set(completions ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${name})
    install(FILES ${folder}/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${name})
    configure_file(${PROJECT_SOURCE_DIR}/completion.bash.in completions/${name} @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/completions/${name} DESTINATION ${completions}
            COMPONENT ${name})
    install(FILES ${PROJECT_SOURCE_DIR}/../docs/${name}.md ${PROJECT_SOURCE_DIR}/../LICENSE
            DESTINATION ${documents} COMPONENT ${name})
    install(DIRECTORY ${folder}/refusals DESTINATION ${documents} COMPONENT ${name})
    string(TOUPPER ${name} upper)
    list(APPEND CPACK_COMPONENTS_ALL ${name})
    set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}")
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS libclang-common-19-dev)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS "${suggested}")
endmacro()

flatland_package(collapse "flattens C++ class hierarchies between preprocessing and compilation"
                 "g++ | clang, ccache")
flatland_package(reorder "lays out the members of classes and structures as a plan says"
                 "g++ | clang, ccache")
flatland_package(specialize "makes versions of functions for what is known when they are called"
                 "g++ | clang, valgrind")
# What programs that it changed include and link, and what clang loads: beside the program.
install(TARGETS specialize_pass flatland_slots DESTINATION lib/specialize COMPONENT specialize)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/specialize/runtime/include
                  ${PROJECT_SOURCE_DIR}/specialize/plugin/include
        DESTINATION lib/specialize COMPONENT specialize)
include(CPack)
