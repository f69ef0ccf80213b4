// SPDX-License-Identifier: BSD-2-Clause
// Where a node is, for as long as a block takes.
#pragma once

#include <core/calls/holding.hpp>
#include <core/top.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/finder.hpp>

namespace flat::fs {

/// Holds the directory that it was told, if any.
class FoundDirectory final : public Finder, NonCopyable {
public:
    void found(Directory& directory, u64 name) override { set(&directory, name); }
    void* narrow(InterfaceId id) override {
        return id == Finder::interface_id ? static_cast<Finder*>(this) : nullptr;
    }

    /// Takes over what another one was told, which knows nothing then.
    void take(FoundDirectory& other) { set(other.leave(), other.name_); }
    /// Each knows what the other one was told.
    void swap(FoundDirectory& other) {
        Directory* const before = leave();
        u64 const name = name_;
        take(other);
        other.set(before, name);
    }
    /// Is told the same as another one.
    void copy(FoundDirectory const& other) {
        if (other.get()) other.get()->hold();
        set(other.get(), other.name_);
    }

    Directory* get() const { return directory_.get(); }
    Directory* leave() { return directory_.leave(); }
    u64 name() const { return name_; }

private:
    void set(Directory* directory, u64 name) {
        directory_.take(directory);
        name_ = name;
    }

    Holding<Directory> directory_;
    u64 name_ = 0;
};

} // namespace flat::fs
