// SPDX-License-Identifier: BSD-2-Clause
// An open file whose contents were made when it was opened.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/generated_file.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>

#include <new>

namespace flat::unix::files {

/// Holds the node; what is read stays as it was at first.
class TextFile final : public OpenFile, NonCopyable {
public:
    /// Takes over a node that is held; null without memory, and it is released.
    static TextFile* make(memory::Objects& records, UserMode& user_mode, fs::GeneratedFile& node) {
        auto const place = records.allocate(sizeof(TextFile));
        if (place.is_ok()) {
            auto* const made =
                new (pointer_to<void>(place.value())) TextFile(records, user_mode, node);
            if (made->fill()) return made;
            made->release();
            return nullptr;
        }
        node.release();
        return nullptr;
    }

    i64 read(Task&, vaddr buffer, u64 bytes, u64 position, bool) override {
        u64 const begin = min<u64>(position, bytes_);
        Span<u8 const> const part = room().part(begin, min<u64>(bytes, bytes_ - begin));
        return user_mode_.copy_out(buffer, part) ? static_cast<i64>(part.size())
                                                 : failed(Errno::efault);
    }
    i64 write(Task&, vaddr, u64, u64, bool) override { return failed(Errno::eacces); }
    u32 poll() override { return OpenFile::readable | OpenFile::writable; }
    bool has_position() override { return true; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return &node_; }
    Identity identity() override { return identity_of_node; }
    i64 control(Task&, u32, vaddr) override { return failed(Errno::enotty); }
    void release() override {
        node_.release();
        memory::Objects& records = records_;
        if (text_ != 0) records.free(text_, capacity_);
        this->TextFile::~TextFile();
        records.free(address_of(this), sizeof(TextFile));
    }
    void* narrow(InterfaceId id) override {
        return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
    }

private:
    TextFile(memory::Objects& records, UserMode& user_mode, fs::GeneratedFile& node)
        : records_(records), user_mode_(user_mode), node_(node) {}
    ~TextFile() = default;

    Span<u8> room() const { return Span<u8>(pointer_to<u8>(text_), capacity_); }

    /// Has the node say it, in as little room as it fits in.
    bool fill() {
        for (capacity_ = 1024; capacity_ <= fs::GeneratedFile::bytes_max; capacity_ *= 4) {
            auto const place = records_.allocate(capacity_);
            if (place.is_error()) return false;
            text_ = place.value();
            auto const said = node_.generate(room());
            bytes_ = said.is_ok() ? said.value() : 0;
            if (said.is_ok() && bytes_ <= capacity_) return true;
            records_.free(exchange(text_, 0), capacity_);
            if (said.is_error()) return false;
        }
        return false;
    }

    memory::Objects& records_;
    UserMode& user_mode_;
    fs::GeneratedFile& node_;
    vaddr text_ = 0;
    u64 capacity_ = 0;
    u64 bytes_ = 0;
};

} // namespace flat::unix::files
