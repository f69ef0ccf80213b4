// SPDX-License-Identifier: BSD-2-Clause
// Open files on their way from one process to another (unix(7), SCM_RIGHTS).
#pragma once

#include <core/containers/list.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <unix/descriptors.hpp>

#include <new>

namespace flat::unix {

/// Keeps files until somebody takes them, or nobody will.
class PassedFiles final : NonCopyable {
public:
    static constexpr u32 files_max = 253; ///< SCM_MAX_FD

    ListLink<PassedFiles> link; ///< in what is to be received, or in what nobody will take

    /// None yet; null without memory.
    static PassedFiles* make(memory::Objects& records) {
        auto const place = records.allocate(sizeof(PassedFiles));
        return place.is_ok() ? new (pointer_to<void>(place.value())) PassedFiles(records) : nullptr;
    }

    /// Keeps one more; false if they are too many.
    bool add(OpenDescription& file) {
        if (count_ == files_max) return false;
        file.keep();
        files_[count_++] = &file;
        return true;
    }

    /// Another one that keeps the same files; null without memory.
    static PassedFiles* copy_of(PassedFiles const& other) {
        PassedFiles* const made = make(other.records_);
        for (OpenDescription* const each : other.waiting())
            if (made) (void)made->add(*each); // as many as there are
        return made;
    }

    u32 count() const { return count_ - taken_; }
    Span<OpenDescription* const> waiting() const { return {files_ + taken_, count()}; }

    /// The next one, which the caller keeps from now on; null after the last.
    OpenDescription* take() { return taken_ < count_ ? files_[taken_++] : nullptr; }

    /// Lets go of all that have not been taken. May block, as closing files does.
    void dispose() {
        while (OpenDescription* const each = take())
            each->let_go();
        memory::Objects& records = records_;
        this->PassedFiles::~PassedFiles();
        records.free(address_of(this), sizeof(PassedFiles));
    }

private:
    explicit PassedFiles(memory::Objects& records) : records_(records) {}
    ~PassedFiles() = default;

    memory::Objects& records_;
    u32 count_ = 0;
    u32 taken_ = 0;
    OpenDescription* files_[files_max];
};

} // namespace flat::unix
