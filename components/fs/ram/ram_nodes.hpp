// SPDX-License-Identifier: BSD-2-Clause
// Files, symbolic links and other nodes in memory.
#pragma once

#include <fs/nodes/file_node.hpp>
#include <fs/nodes/link_node.hpp>

namespace flat::fs {

/// What has nothing but itself in memory: nothing is saved, and nothing given back before the end.
template<class Base>
class InMemory : public Base {
public:
    using Base::Base;

    u64 sectors() override { return 0; }
    Outcome<void> save() override { return {}; }
    Outcome<void> erase() override { return {}; }

protected:
    ~InMemory() = default;
};

/// A file whose pages stay in memory: they are filled with zeros, and never cleaned.
class RamFile final : public InMemory<FileNode> {
public:
    using InMemory::InMemory;

    u64 sectors() override;
    void destroy() override;
    Outcome<void> sync() override { return {}; }
    Outcome<void> write_back() override { return {}; }
    bool is_replaceable() override { return false; } // its pages are nowhere else
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

private:
    Outcome<Space> space_of(u64) override { return Space::all; }
    Outcome<void> reserve(u64) override { return {}; }
    Outcome<void> shrink() override { return {}; }
    Outcome<void> prepare(u64) override { return {}; }
};

/// A symbolic link; its path lies in memory of its own.
class RamLink final : public InMemory<LinkNode> {
public:
    using InMemory::InMemory;

    Outcome<u32> target(Span<u8> destination) override;
    Outcome<void> set_target(Span<u8 const> path) override;
    u64 size_bytes() override { return path_.size(); }
    void destroy() override;

private:
    Span<u8> path_;
};

/// A device, a pipe, a socket.
class RamNode final : public InMemory<NodeBase> {
public:
    using InMemory::InMemory;

    void destroy() override;
};

} // namespace flat::fs
