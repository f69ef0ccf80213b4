// SPDX-License-Identifier: BSD-2-Clause
// The file of a program that runs.
#pragma once

#include <core/calls/holding.hpp>
#include <core/disk/found_directory.hpp>
#include <core/utility.hpp>
#include <flat/fs/node.hpp>

namespace flat::unix {

/// The file, and where it was found; both are held. Nothing, as long as none runs.
struct ProgramFile : NonCopyable {
    void copy(ProgramFile const& other) {
        if (other.node.get()) other.node->hold();
        node.take(other.node.get());
        found.copy(other.found);
    }

    /// Takes over what the other one has, and gives it what was here.
    void swap(ProgramFile& other) {
        fs::Node* const before = node.leave();
        node.take(other.node.leave());
        other.node.take(before);
        found.swap(other.found);
    }

    Holding<fs::Node> node;
    fs::FoundDirectory found;
};

} // namespace flat::unix
