// SPDX-License-Identifier: BSD-2-Clause
// What open files have in common that have neither a name nor positions.
#pragma once

#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <unix/errno.hpp>
#include <unix/file_identity.hpp>

namespace flat::unix {

/// A base of `Derived`, which lies in memory of `records` and says of which `sort` it is. It can
/// neither be read nor written, unless `Derived` says so.
template<class Derived>
class PlainFile : public OpenFile, NonCopyable {
public:
    explicit PlainFile(memory::Objects& records) : records_(records) {}

    i64 read(Task&, vaddr, u64, u64, bool) override { return failed(Errno::einval); }
    i64 write(Task&, vaddr, u64, u64, bool) override { return failed(Errno::einval); }
    bool has_position() override { return false; }
    bool is_terminal() override { return false; }
    fs::Node* node() override { return nullptr; }
    Identity identity() override { return identity_of(Derived::sort, *this); }
    i64 control(Task&, u32, vaddr) override { return failed(Errno::enotty); }
    void release() override {
        memory::Objects& records = records_;
        auto& self = static_cast<Derived&>(*this);
        self.~Derived();
        records.free(address_of(&self), sizeof(Derived));
    }
    void* narrow(InterfaceId id) override {
        if (id == Derived::interface_id) return static_cast<Derived*>(this);
        return id == OpenFile::interface_id ? static_cast<OpenFile*>(this) : nullptr;
    }

protected:
    ~PlainFile() = default;

    memory::Objects& records_;
};

} // namespace flat::unix
