// SPDX-License-Identifier: BSD-2-Clause
// The descriptors of a process: numbers for open files.
#pragma once

#include <core/atomic.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <machine/interrupts.hpp>
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

    void keep() { keepers_.fetch_add(1); }
    void let_go() {
        if (keepers_.fetch_subtract(1) != 1) return;
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
    Atomic<u32> keepers_ = 1;
    u32 flags_;
};

/// A table that grows no more: `descriptors_max` is what getrlimit tells. Threads change it one
/// after the other.
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
        machine::InterruptGuard const guard;
        for (u32 i = first; i < descriptors_max; ++i)
            if (!files_[i]) {
                put(i, file, closes_on_exec);
                return i;
            }
        return Errno::emfile;
    }

    /// Gives a file this number; what had it is closed.
    void set(u32 number, OpenDescription& file, bool closes_on_exec) {
        OpenDescription* const before = put_in_place(number, file, closes_on_exec);
        if (before) before->let_go();
    }

    /// False if there is none.
    bool close(u32 number) {
        if (number >= descriptors_max) return false;
        OpenDescription* const file = put_nothing(number);
        if (!file) return false;
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
        machine::InterruptGuard const guard;
        for (u32 i = 0; i < descriptors_max; ++i) {
            files_[i] = other.files_[i];
            if (files_[i]) files_[i]->keep();
        }
        closing_ = other.closing_;
    }

private:
    OpenDescription* put_nothing(u32 number) {
        machine::InterruptGuard const guard;
        return exchange(files_[number], nullptr);
    }

    OpenDescription* put_in_place(u32 number, OpenDescription& file, bool closes) {
        machine::InterruptGuard const guard;
        OpenDescription* const before = files_[number];
        put(number, file, closes);
        return before;
    }

    void put(u32 number, OpenDescription& file, bool closes) {
        files_[number] = &file;
        set_closes_on_exec(number, closes);
    }

    OpenDescription* files_[descriptors_max] = {};
    u64 closing_ = 0;
};

static_assert(Descriptors::descriptors_max <= 64); // a bit each

} // namespace flat::unix
