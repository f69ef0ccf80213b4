// SPDX-License-Identifier: BSD-2-Clause
// The nodes of devices.
#pragma once

#include <flat/block/disk.hpp>
#include <fs/devices/device_volume.hpp>
#include <fs/nodes/directory_node.hpp>
#include <fs/nodes/file_node.hpp>

namespace flat::fs::devices {

/// What is not stored.
template<class Base>
class Unstored : public Base {
public:
    using Base::Base;

    u64 sectors() override { return 0; }
    Outcome<void> save() override { return {}; }
    Outcome<void> erase() override { return {}; }

protected:
    ~Unstored() = default;

    DeviceVolume& devices() { return static_cast<DeviceVolume&>(this->volume()); }
};

/// The directory, whose names nobody changes.
class DeviceDirectory final : public Unstored<DirectoryNode> {
public:
    using Unstored::Unstored;

    void destroy() override { volume().dispose(*this); }

private:
    static constexpr u64 own_names = 2;

    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text, NodeBase&) override { return refusal(); }
    Outcome<void> remove_name(Text) override { return refusal(); }
    Outcome<void> change_name(Text, NodeBase&) override { return refusal(); }
    Outcome<bool> is_empty() override { return false; }
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;

    static FsError refusal() { return FsError{FsError::Code::forbidden}; }
};

/// The console, nothing, or zeros: a file without pages, which nobody can map.
class CharacterDevice final : public Unstored<FileNode> {
public:
    CharacterDevice(Volume& volume, Facts const& facts) : Unstored(volume, facts, u64(0)) {}

    Outcome<usize> read(u64 offset, Span<u8> destination) override;
    Outcome<usize> write(u64 offset, Span<u8 const> source) override;
    Outcome<void> truncate(u64) override { return {}; }
    Outcome<void> sync() override { return {}; }
    bool is_replaceable() override { return false; }
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    void destroy() override;

private:
    Outcome<Space> space_of(u64) override { return Space::none; }
    Outcome<void> reserve(u64) override { return FsError{FsError::Code::no_space}; }
    Outcome<void> shrink() override { return {}; }
    Outcome<void> prepare(u64) override { return {}; }
};

/// A disk or a partition: a file that has its length, and whose pages are its sectors.
class DiskDevice final : public Unstored<FileNode> {
public:
    DiskDevice(Volume& volume, Facts const& facts, block::Disk& disk);

    Outcome<usize> write(u64 offset, Span<u8 const> source) override;

    /// Its length stays what it is.
    Outcome<void> truncate(u64) override { return {}; }
    u64 sectors() override { return size_bytes() / 512; }
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;
    void destroy() override;

private:
    Outcome<Space> space_of(u64) override { return Space::all; }
    Outcome<void> reserve(u64) override { return {}; }
    Outcome<void> shrink() override { return {}; }
    Outcome<void> prepare(u64) override { return {}; }

    u32 granted(u32 rights);
    void transfer_pages(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer,
                        bool is_write);

    block::Disk& disk_;
};

} // namespace flat::fs::devices
