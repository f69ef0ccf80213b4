// SPDX-License-Identifier: BSD-2-Clause
// An open device that is there once, by one of its names.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/node.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <unix/file_identity.hpp>

namespace flat::unix::files {

/// Does what the device does, and knows by which node it was opened; holds that.
class DeviceFile final : public OpenFile, NonCopyable {
public:
    DeviceFile(OpenFile& device, fs::Node& node, memory::Objects& records)
        : device_(device), node_(node), records_(records) {}

    i64 read(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override {
        return device_.read(task, buffer, bytes, position, may_wait);
    }
    i64 write(Task& task, vaddr buffer, u64 bytes, u64 position, bool may_wait) override {
        return device_.write(task, buffer, bytes, position, may_wait);
    }
    u32 poll() override { return device_.poll(); }
    bool has_position() override { return device_.has_position(); }
    bool is_terminal() override { return device_.is_terminal(); }
    fs::Node* node() override { return &node_; }
    Identity identity() override { return identity_of_node; }
    i64 control(Task& task, u32 request, vaddr argument) override {
        return device_.control(task, request, argument);
    }
    void release() override {
        node_.release();
        memory::Objects& records = records_;
        this->DeviceFile::~DeviceFile();
        records.free(address_of(this), sizeof(DeviceFile));
    }
    void* narrow(InterfaceId id) override {
        return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
    }

private:
    ~DeviceFile() = default;

    OpenFile& device_;
    fs::Node& node_;
    memory::Objects& records_;
};

} // namespace flat::unix::files
