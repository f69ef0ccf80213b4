// SPDX-License-Identifier: BSD-2-Clause
// The descriptors of a process: numbers for open files.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <unix/errno.hpp>

#include <new>

namespace flat::unix {

/// An open file as descriptors share it after dup and fork: its position and how it was opened. The
/// last one that lets go closes it.
class OpenDescription final : NonCopyable {
public:
    /// Keeps it once; without memory the file is closed and the result is null.
    static OpenDescription* make(memory::Objects& records, OpenFile& file, u32 flags) {
        auto const place = records.allocate(sizeof(OpenDescription));
        if (place.is_error()) {
            file.release();
            return nullptr;
        }
        return new (pointer_to<void>(place.value())) OpenDescription(records, file, flags);
    }

    void keep() { ++keepers_; }
    void let_go() {
        if (--keepers_ != 0) return;
        file_.release();
        records_.free(address_of(this), sizeof(OpenDescription));
    }

    OpenFile& file() { return file_; }
    u32 flags() const { return flags_; }
    void set_flags(u32 flags) { flags_ = flags; }

    u64 position = 0;

private:
    OpenDescription(memory::Objects& records, OpenFile& file, u32 flags)
        : records_(records), file_(file), flags_(flags) {}

    memory::Objects& records_;
    OpenFile& file_;
    u32 keepers_ = 1;
    u32 flags_;
};

/// A table that grows no more: `descriptors_max` is what getrlimit tells.
class Descriptors final : NonCopyable {
public:
    static constexpr u32 descriptors_max = 64;

    /// The open file of a number; null if it has none.
    OpenDescription* find(u32 number) const {
        return number < descriptors_max ? files_[number] : nullptr;
    }

    /// Gives a file the lowest free number from `first` on; of a full table EMFILE, and the file
    /// stays as it is.
    Result<u32, Errno> add(OpenDescription& file, u32 first = 0, bool closes_on_exec = false) {
        for (u32 i = first; i < descriptors_max; ++i)
            if (!files_[i]) {
                put(i, file, closes_on_exec);
                return i;
            }
        return Errno::emfile;
    }

    /// Gives a file this number; what had it is closed.
    void set(u32 number, OpenDescription& file, bool closes_on_exec) {
        close(number);
        put(number, file, closes_on_exec);
    }

    /// False if there is none.
    bool close(u32 number) {
        OpenDescription* const file = find(number);
        if (!file) return false;
        files_[number] = nullptr;
        file->let_go();
        return true;
    }

    bool closes_on_exec(u32 number) const { return closing_ >> number & 1; }
    void set_closes_on_exec(u32 number, bool closes) {
        closing_ = (closing_ & ~(u64{1} << number)) | u64{closes} << number;
    }

    /// Another program begins.
    void close_on_exec() {
        for (u32 i = 0; i < descriptors_max; ++i)
            if (closes_on_exec(i)) close(i);
    }

    void close_all() {
        for (u32 i = 0; i < descriptors_max; ++i)
            close(i);
    }

    /// Shares all that another one has.
    void copy_from(Descriptors const& other) {
        for (u32 i = 0; i < descriptors_max; ++i) {
            files_[i] = other.files_[i];
            if (files_[i]) files_[i]->keep();
        }
        closing_ = other.closing_;
    }

private:
    void put(u32 number, OpenDescription& file, bool closes) {
        files_[number] = &file;
        set_closes_on_exec(number, closes);
    }

    OpenDescription* files_[descriptors_max] = {};
    u64 closing_ = 0;
};

static_assert(Descriptors::descriptors_max <= 64); // a bit each

} // namespace flat::unix
