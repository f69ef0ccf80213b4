// SPDX-License-Identifier: BSD-2-Clause
#include "places.hpp"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace specialize {

namespace {

Places found() {
    namespace path = llvm::sys::path;
    std::string const program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
    std::string const installed =
        (path::parent_path(path::parent_path(program)) + "/lib/specialize").str();
    if (!llvm::sys::fs::is_directory(installed))
        return {RUNTIME_INCLUDE, RUNTIME_LIBRARY, PASS, PASS_INCLUDE};
    std::string const headers = installed + "/include";
    return {headers, installed + "/libflatland_slots.a", installed + "/specialize_pass.so",
            headers};
}

} // namespace

Places const& places() {
    static Places const where = found();
    return where;
}

} // namespace specialize
