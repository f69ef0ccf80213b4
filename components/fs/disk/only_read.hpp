// SPDX-License-Identifier: BSD-2-Clause
// What formats have in common that are only read: discs, archives.
#pragma once

#include <core/bits.hpp>
#include <fs/disk/block_pages.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/nodes/file_node.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

/// A disk that is never written to. A format says what `load` makes of a number, and in its own
/// `start` how large blocks are.
class OnlyReadVolume : public Volume {
public:
    OnlyReadVolume(Services const& services, Limits const& limits, block::Disk& disk)
        : Volume(services, limits), disk_(disk), blocks_(*this, disk) {}

    /// Ends the object's contents, also after a start that has failed.
    void abandon() { blocks_.stop(); }

    Outcome<void> sync() override { return {}; }
    Outcome<void> check_writable() override { return FsError{FsError::read_only}; }
    Outcome<NodeBase*> make_node(DirectoryNode&, Directory::Beginning const&) override {
        return FsError{FsError::read_only};
    }

    block::Disk& disk() { return disk_; }
    BlockPages& blocks() { return blocks_; }

protected:
    ~OnlyReadVolume() = default;

    /// Begins to read blocks of this size. IO if there is no disk; NOT_SUPPORTED if its sectors are
    /// larger.
    Outcome<void> start_blocks(u32 block_bytes);

    Outcome<void> close() override;

private:
    block::Disk& disk_;
    BlockPages blocks_;
};

/// What is never changed; its volume refuses that before anybody is asked here.
template<class Base>
class OnlyRead : public Base {
public:
    using Base::Base;

    u64 sectors() override { return divide_up<u64>(this->size_bytes(), 512); }
    Outcome<void> save() override { return FsError{FsError::Code::read_only}; }
    Outcome<void> erase() override { return FsError{FsError::Code::read_only}; }

protected:
    ~OnlyRead() = default;
};

/// A directory: a format says what is found in it, and its names one after the other.
class OnlyReadDirectory : public OnlyRead<DirectoryNode> {
public:
    using OnlyRead::OnlyRead;

protected:
    ~OnlyReadDirectory() = default;

private:
    Outcome<void> add_name(Text, NodeBase&) override { return FsError{FsError::read_only}; }
    Outcome<void> remove_name(Text) override { return FsError{FsError::read_only}; }
    Outcome<void> change_name(Text, NodeBase&) override { return FsError{FsError::read_only}; }
    Outcome<bool> is_empty() override { return FsError{FsError::read_only}; }
};

/// A file whose contents are in a row of blocks on the disk.
class FileInRow final : public OnlyRead<FileNode> {
public:
    FileInRow(OnlyReadVolume& volume, Facts const& facts, u64 size_bytes, u64 first_block)
        : OnlyRead(volume, facts, size_bytes), disk_(volume), first_block_(first_block) {}

    void destroy() override;
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

private:
    Outcome<Space> space_of(u64) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> reserve(u64) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> shrink() override { return FsError{FsError::Code::read_only}; }
    Outcome<void> prepare(u64) override { return {}; }

    OnlyReadVolume& disk_;
    u64 first_block_;
};

} // namespace flat::fs
