// SPDX-License-Identifier: BSD-2-Clause
// The nodes of a file system in memory.
#pragma once

#include <fs/nodes/volume.hpp>

namespace flat::fs {

/// All nodes that have a name are in memory: there is nothing to load them from.
class RamVolume final : public Volume {
public:
    explicit RamVolume(Services const& services);

    Outcome<Directory*> root() override;
    Statistics statistics() override;
    Outcome<void> sync() override { return {}; }
    Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) override;

    /// Ends all nodes.
    void end_all();

private:
    static constexpr u64 root_number = 1;

    Outcome<void> make_root();
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> close() override { return {}; }

    u64 next_number_ = root_number;
};

} // namespace flat::fs
