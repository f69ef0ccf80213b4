# SPDX-License-Identifier: BSD-2-Clause
# flatland_pages(TOOL LETTER FILES): makes the pages of TOOL/refusals, whose codes begin with LETTER,
# a source of the tool's library, and names it in FILES.
function(flatland_pages tool letter files)
    set(pages "")
    file(GLOB page_files CONFIGURE_DEPENDS refusals/${letter}*.md)
    foreach(page IN LISTS page_files)
        get_filename_component(code ${page} NAME_WE)
        if(NOT code MATCHES "^${letter}[0-9]+$")
            continue()
        endif()
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
        file(READ ${page} text)
        string(APPEND pages "    {\"${code}\", R\"page(${text})page\"},\n")
    endforeach()
    configure_file(${PROJECT_SOURCE_DIR}/rewrite/tool/explanations.cpp.in explanations.cpp @ONLY)
    set(${files} ${CMAKE_CURRENT_BINARY_DIR}/explanations.cpp PARENT_SCOPE)
endfunction()
