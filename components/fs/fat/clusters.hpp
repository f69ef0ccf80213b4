// SPDX-License-Identifier: BSD-2-Clause
// Which clusters of a disk with FAT are free, and their taking and giving.
#pragma once

#include <core/span.hpp>
#include <fs/fat/cluster_chain.hpp>
#include <fs/fat/cluster_table.hpp>

namespace flat::fs::fat {

class FatVolume;

/// What is given is not free before the disk has no name for it any more: else two files would have
/// it if the power fails in between. Callers hold the volume's lock.
class Clusters : NonCopyable {
public:
    Clusters(FatVolume& volume, ClusterTable& table);
    ~Clusters();

    /// Looks at all entries of the table. CORRUPT if two chains, that are to be changed, meet.
    Outcome<void> count(bool is_writable);

    u32 free() const { return free_; }

    /// Where it would look first.
    u32 next() const { return next_; }

    /// Takes a free cluster for the end of a chain. NO_SPACE.
    Outcome<void> append_to(ClusterChain& chain);

    /// Takes clusters until there are so many. After a failure some may have been taken.
    Outcome<void> extend(ClusterChain& chain, u32 size);

    /// Gives all clusters of a chain but the first `size`.
    Outcome<void> cut(ClusterChain& chain, u32 size);

    /// Whether the chain of another cluster leads to this one.
    bool has_one_before(u32 cluster) const;

    /// Frees what was given: the disk has no name for it.
    Outcome<void> free_given();

    /// Whether the table has chains longer than they are.
    bool has_new_ends() { return new_ends_.size() != 0; }

private:
    Outcome<u32> take();
    Outcome<u32> find_free();
    Outcome<void> set_next(u32 cluster, u32 value);
    void set_one_before(u32 cluster, bool is_there);

    FatVolume& volume_;
    ClusterTable& table_;
    u32 free_ = 0;
    u32 next_ = Layout::first_cluster;
    ClusterChain given_;
    ClusterChain new_ends_;     // pairs: the end of a chain, and what followed it
    Span<u64> have_one_before_; // a bit for each cluster
};

} // namespace flat::fs::fat
