// SPDX-License-Identifier: BSD-2-Clause
// Files of a server.
#pragma once

#include <flat/hal/mmu.hpp>
#include <fs/nfs/nfs_nodes.hpp>
#include <fs/nodes/file_node.hpp>

namespace flat::fs::nfs {

/// A file. Its pages are read from the server and written to it; what of its end is in dirty pages
/// only, the server does not know yet. When somebody else has changed it, all pages that are not
/// dirty are read anew.
class NfsFile final : public OnServer<FileNode> {
public:
    NfsFile(NfsVolume& volume, Facts const& facts, NodeState const& state)
        : OnServer(volume, facts, state, state.attributes.size) {}

    u64 current_size_bytes() override;
    Outcome<usize> read(u64 offset, Span<u8> destination) override;
    Outcome<usize> write(u64 offset, Span<u8 const> source) override;
    Outcome<void> truncate(u64 size_bytes) override;
    Outcome<void> write_back() override;
    Outcome<void> renew() override;
    void destroy() override;
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

    /// Why a transfer of its pages has failed: what an IO means then.
    void set_failure(FsError error) { failure_.store(error.code); }

private:
    Outcome<Space> space_of(u64) override { return Space::all; }
    Outcome<void> reserve(u64) override { return {}; }
    Outcome<void> prepare(u64) override { return {}; }
    Outcome<void> grow(u64 size_bytes) override { return set_size_on_server(size_bytes); }
    Outcome<void> shrink() override { return set_size_on_server(size_bytes()); }
    void outdate() override { is_outdated_ = true; }

    Outcome<void> set_size_on_server(u64 size_bytes);
    Outcome<void> check_access();
    void read_ahead(u64 offset, u64 end);
    FsError meaning_of(FsError error);

    /// Writing only to those who ask for it: such a page counts as dirty from then on.
    u32 granted(u32 rights) {
        bool const writes = rights & hal::Mmu::write && !nfs().terms().is_read_only;
        return reading | (writes ? u32{hal::Mmu::write} : 0);
    }

    static constexpr u32 reading = hal::Mmu::read | hal::Mmu::execute;

    bool is_outdated_ = false;
    u64 allowed_ns_ = 0; // when the server has allowed us to write
    Atomic<FsError::Code> failure_ = FsError::io;

    // Where the last read ended, and the page before which all were asked for. Threads that read at
    // once have one row.
    Atomic<u64> row_end_ = ~u64(0);
    Atomic<u64> ahead_end_ = 0;
};

} // namespace flat::fs::nfs
