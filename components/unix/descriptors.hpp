// SPDX-License-Identifier: BSD-2-Clause
// The descriptors of a process: numbers for open files.
#pragma once

#include <core/assert.hpp>
#include <core/atomic.hpp>
#include <core/disk/found_directory.hpp>
#include <core/memory.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/unix/open_file.hpp>
#include <machine/interrupts.hpp>
#include <unix/errno.hpp>

#include <new>

namespace flat::unix {

class OpenDescription;

/// Is notified when an open file that it watches ends.
class EndWatcher {
public:
    /// Nobody keeps it any more; its file is about to be closed.
    virtual void ending(OpenDescription& file) = 0;

protected:
    ~EndWatcher() = default;
};

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
        if (watcher_) watcher_->ending(*this);
        file_.release();
        memory::Objects& records = records_;
        this->~OpenDescription();
        records.free(address_of(this), sizeof(OpenDescription));
    }

    /// How many keep it.
    u32 keepers() const { return keepers_.load(); }

    OpenFile& file() { return file_; }
    u32 flags() const { return flags_; }
    void set_flags(u32 flags) { flags_ = flags; }

    /// A watcher is notified of its end.
    void watch(EndWatcher& watcher) { watcher_ = &watcher; }

    u64 position = 0;
    fs::FoundDirectory found; ///< where its node was, if that is known

private:
    ~OpenDescription() = default;
    OpenDescription(memory::Objects& records, OpenFile& file, u32 flags)
        : records_(records), file_(file), flags_(flags) {}

    memory::Objects& records_;
    OpenFile& file_;
    Atomic<u32> keepers_ = 1;
    u32 flags_;
    EndWatcher* watcher_ = nullptr;
};

class Descriptors;

/// Is notified when a process closes a file that others may have open.
class ClosingWatcher {
public:
    /// One of its descriptors for the file is about to be closed.
    virtual void closing(Descriptors& of, OpenDescription& file) = 0;
    /// The process goes on with another program.
    virtual void executing(Descriptors&) {}

protected:
    ~ClosingWatcher() = default;
};

/// A table that grows up to a number that may be set, and is `descriptors_max` at most. Threads
/// change it one after the other.
class Descriptors final : NonCopyable {
public:
    static constexpr u32 descriptors_max = 1024;

    explicit Descriptors(memory::Objects& records) : records_(records) {}
    ~Descriptors() {
        if (entries_ != first_) records_.free(address_of(entries_), count_ * sizeof(Entry));
    }

    /// The open file of a number; null if it has none.
    OpenDescription* find(u32 number) const {
        return number < count_ ? entries_[number].file : nullptr;
    }

    /// Numbers below this are given; files that have others keep them.
    u32 max() const { return max_; }
    void set_max(u32 max) { max_ = max; }

    /// Which of the files that a number has had in this table it has now.
    u32 stamp(u32 number) const { return number < count_ ? entries_[number].stamp : 0; }

    /// Gives a file the lowest free number from `first` on; of a full table EMFILE, and the file
    /// stays as it is.
    Result<u32, Errno> add(OpenDescription& file, u32 first = 0, bool closes_on_exec = false) {
        machine::InterruptGuard const guard;
        u32 number = first;
        while (find(number))
            ++number;
        if (number >= max_ || !grow(number)) return Errno::emfile;
        put(number, file, closes_on_exec);
        return number;
    }

    /// Gives a file that others have a number as well. It is kept before the number can be found,
    /// for another thread may close that at once, and whatever else leads to the file.
    Result<u32, Errno> share(OpenDescription& file, u32 first, bool closes_on_exec) {
        file.keep();
        auto const number = add(file, first, closes_on_exec);
        if (number.is_error()) file.let_go();
        return number;
    }

    /// Opens a file, which is released if it cannot be: without memory ENOMEM, or EMFILE.
    /// Where its node was found is taken over, if that is known.
    Result<u32, Errno> open(OpenFile& file, u32 flags, bool closes_on_exec,
                            fs::FoundDirectory* found = nullptr) {
        OpenDescription* const opened = OpenDescription::make(records_, file, flags);
        if (!opened) return Errno::enomem;
        if (found) opened->found.take(*found);
        auto const number = add(*opened, 0, closes_on_exec);
        if (number.is_error()) opened->let_go();
        return number;
    }

    /// Gives a file this number; what had it is closed. False without memory for that.
    bool set(u32 number, OpenDescription& file, bool closes_on_exec) {
        OpenDescription* before = nullptr;
        {
            machine::InterruptGuard const guard;
            if (!grow(number)) return false;
            before = entries_[number].file;
            put(number, file, closes_on_exec);
        }
        if (before) finish(*before);
        return true;
    }

    /// False if there is none.
    bool close(u32 number) {
        OpenDescription* const file = take(number);
        if (!file) return false;
        finish(*file);
        return true;
    }

    /// Closes a number as long as it still has this file, which the caller keeps.
    void close_of(u32 number, OpenDescription& file) {
        {
            machine::InterruptGuard const guard;
            if (find(number) != &file) return;
            (void)take(number);
        }
        finish(file);
    }

    /// From now on a watcher is notified of what is closed.
    void watch(ClosingWatcher& watcher) {
        machine::InterruptGuard const guard;
        u32 place = 0;
        while (place < watchers_max && watchers_[place] && watchers_[place] != &watcher)
            ++place;
        assert(place < watchers_max);
        watchers_[place] = &watcher;
    }

    bool closes_on_exec(u32 number) const { return entries_[number].closes; }
    void set_closes_on_exec(u32 number, bool closes) { entries_[number].closes = closes; }

    /// Another program begins.
    void close_on_exec() {
        for (ClosingWatcher* const each : watchers_)
            if (each) each->executing(*this);
        for (u32 i = 0; i < count_; ++i)
            if (entries_[i].closes) close(i);
    }

    void close_all() {
        for (u32 i = 0; i < count_; ++i)
            if (entries_[i].file) close(i);
    }

    /// Shares all that another one has; false without memory for that, and then nothing.
    bool copy_from(Descriptors const& other) {
        machine::InterruptGuard const guard;
        if (!grow(other.count_ - 1)) return false;
        max_ = other.max_;
        for (u32 i = 0; i < other.count_; ++i) {
            entries_[i] = other.entries_[i];
            if (entries_[i].file) entries_[i].file->keep();
        }
        return true;
    }

private:
    struct Entry {
        OpenDescription* file;
        u32 stamp;
        bool closes;
    };

    static constexpr u32 first_count = 64;
    static constexpr u32 watchers_max = 2; // of locks and of message queues

    /// Has room for a number.
    bool grow(u32 number) {
        if (number < count_) return true;
        u32 count = count_;
        while (count <= number)
            count *= 4;
        auto const place = records_.allocate(count * sizeof(Entry));
        if (place.is_error()) return false;
        auto* const entries = pointer_to<Entry>(place.value());
        memcpy(entries, entries_, count_ * sizeof(Entry)); // the rest is zeros
        if (entries_ != first_) records_.free(address_of(entries_), count_ * sizeof(Entry));
        entries_ = entries;
        count_ = count;
        return true;
    }

    void finish(OpenDescription& file) {
        for (ClosingWatcher* const each : watchers_)
            if (each) each->closing(*this, file);
        file.let_go();
    }

    OpenDescription* take(u32 number) {
        machine::InterruptGuard const guard;
        if (number >= count_) return nullptr;
        entries_[number].closes = false;
        return exchange(entries_[number].file, nullptr);
    }

    void put(u32 number, OpenDescription& file, bool closes) {
        Entry& entry = entries_[number];
        entry = {&file, entry.stamp + 1, closes};
    }

    memory::Objects& records_;
    Entry first_[first_count] = {};
    Entry* entries_ = first_;
    u32 count_ = first_count;
    u32 max_ = descriptors_max;
    ClosingWatcher* watchers_[watchers_max] = {};
};

} // namespace flat::unix
