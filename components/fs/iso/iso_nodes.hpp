// SPDX-License-Identifier: BSD-2-Clause
// Files, symbolic links and other nodes of a disc.
#pragma once

#include <core/bits.hpp>
#include <fs/iso/iso_volume.hpp>
#include <fs/nodes/file_node.hpp>
#include <fs/nodes/link_node.hpp>

namespace flat::fs::iso {

/// What is never changed; its volume refuses that before anybody is asked here.
template<class Base>
class OnDisc : public Base {
public:
    using Base::Base;

    u64 sectors() override { return divide_up<u64>(this->size_bytes(), 512); }
    Outcome<void> save() override { return FsError{FsError::Code::read_only}; }
    Outcome<void> erase() override { return FsError{FsError::Code::read_only}; }

protected:
    ~OnDisc() = default;

    IsoVolume& disc() { return static_cast<IsoVolume&>(this->volume()); }
};

/// A file, whose contents are in a row on the disc. They are filled up to a block's end.
class IsoFile final : public OnDisc<FileNode> {
public:
    IsoFile(IsoVolume& volume, Facts const& facts, u64 size_bytes, u32 first_block)
        : OnDisc(volume, facts, size_bytes), first_block_(first_block) {}

    void destroy() override;
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

private:
    Outcome<Space> space_of(u64) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> reserve(u64) override { return FsError{FsError::Code::read_only}; }
    Outcome<void> shrink() override { return FsError{FsError::Code::read_only}; }
    Outcome<void> prepare(u64) override { return {}; }

    u32 first_block_;
};

/// A symbolic link: its path is read when it is asked for.
class IsoLink final : public OnDisc<LinkNode> {
public:
    IsoLink(IsoVolume& volume, Facts const& facts, u32 target_bytes)
        : OnDisc(volume, facts), target_bytes_(target_bytes) {}

    u64 size_bytes() override { return target_bytes_; }
    Outcome<u32> target(Span<u8> destination) override;
    Outcome<void> set_target(Span<u8 const>) override { return FsError{FsError::Code::read_only}; }
    void destroy() override { volume().dispose(*this); }

private:
    u32 target_bytes_;
};

/// A device, a pipe, a socket.
class IsoNode final : public OnDisc<NodeBase> {
public:
    using OnDisc::OnDisc;

    void destroy() override { volume().dispose(*this); }
};

} // namespace flat::fs::iso
