// SPDX-License-Identifier: BSD-2-Clause
// Where the files lie that changed programs include and link, and that clang loads.
#pragma once

#include <string>

namespace specialize {

struct Places {
    std::string runtime_include; ///< a folder, of flatland_stencil.h and flatland_slots.h
    std::string runtime_library; ///< of slots and sessions, static
    std::string pass;            ///< the engine as a plug-in of clang
    std::string pass_include;    ///< a folder, of flatland_facts.h
};

/// In lib/specialize beside the folder of the program, where `cmake --install` puts them; where
/// there is no such folder, where they were built.
Places const& places();

} // namespace specialize
