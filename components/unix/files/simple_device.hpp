// SPDX-License-Identifier: BSD-2-Clause
// Devices without a state: what is read from them never ends, or has ended.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/node.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>

namespace flat::unix::files {

/// An open device of a kind; holds the node.
class SimpleDevice final : public OpenFile, NonCopyable {
public:
    /// What is read: nothing, zeros, or numbers that look arbitrary; to `full`, nothing can be
    /// written.
    enum class Kind : u8 { null, zero, full, random };

    SimpleDevice(Kind kind, fs::Node& node, memory::Objects& records, UserMode& user_mode)
        : kind_(kind), node_(node), records_(records), user_mode_(user_mode) {}

    i64 read(Task&, vaddr buffer, u64 bytes, u64, bool) override;
    i64 write(Task&, vaddr, u64 bytes, u64, bool) override {
        return kind_ == Kind::full ? failed(Errno::enospc) : static_cast<i64>(bytes);
    }
    u32 poll() override { return OpenFile::readable | OpenFile::writable; }
    bool has_position() override { return true; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return &node_; }
    Identity identity() override { return identity_of_node; }
    i64 control(Task&, u32, vaddr) override { return failed(Errno::enotty); }
    void release() override {
        node_.release();
        memory::Objects& records = records_;
        this->SimpleDevice::~SimpleDevice();
        records.free(address_of(this), sizeof(SimpleDevice));
    }
    void* narrow(InterfaceId id) override {
        return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
    }

private:
    ~SimpleDevice() = default;

    Kind kind_;
    fs::Node& node_;
    memory::Objects& records_;
    UserMode& user_mode_;
};

} // namespace flat::unix::files
