// SPDX-License-Identifier: BSD-2-Clause
// The nodes of processes and of the system.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <flat/unix/process_list.hpp>
#include <fs/nodes/volume.hpp>

namespace flat {
class TextSink;
}

namespace flat::fs::proc {

class ProcFiles;

/// Of what a file tells: a process, 0 for the system, and of its threads one, or 0.
struct Subject {
    u32 process;
    u32 thread;
};

/// What a directory has: a name, and how its contents are made; nothing for a link and for the
/// directories in it. Links lead to what the process has.
struct KnownFile {
    Text name;
    void (ProcFiles::*write)(TextSink& to, Subject const& of);
    Maybe<unix::ProcessList::Place> leads_to = {};
    Maybe<u64> directory = {}; // its number in the process', if it is one
};

/// Numbers of nodes are those of threads, of processes and, below, what of them it is: the
/// directory, that of all threads or of all descriptors, one of these, or one of the files. Thread
/// 0 stands for the process, process 0 for the system; of descriptors, 1 more than their number is
/// in place of a thread's. Of process 0, a text that others show, 1 more than its number there, is
/// in place of a thread: its folder, if it is the first there, and its file.
class ProcVolume final : public Volume {
public:
    static constexpr u64 files_max = 32;

    ProcVolume(Services const& services, ProcFiles& owner);

    static constexpr u32 thread_shift = 37;
    static constexpr u32 threads_max = 1 << 27; ///< those with higher numbers are not shown

    static constexpr u64 number_of(u32 process, u64 file, u32 thread = 0) {
        return u64{thread} << thread_shift | (process * files_max + file);
    }
    static constexpr u32 thread_of(u64 number) { return static_cast<u32>(number >> thread_shift); }
    static constexpr u32 process_of(u64 number) { return static_cast<u32>(number / files_max); }
    static constexpr u64 file_of(u64 number) { return number % files_max; }

    /// Whether it is a directory that has others or links by their numbers in it, and no files.
    static bool is_of_numbers(u64 number) {
        return file_of(number) == threads || file_of(number) == descriptors;
    }

    static bool is_of_shown(u64 number) {
        return process_of(number) == 0 && thread_of(number) != 0;
    }

    /// The files that a directory has. Their numbers follow `first_file`.
    static Span<KnownFile const> files(u64 directory);

    static constexpr u64 threads = 0;
    static constexpr u64 directory = 1;
    static constexpr u64 first_file = 2;
    static constexpr u64 descriptors = files_max - 1;
    static constexpr u64 descriptor = files_max - 2;

    ProcFiles& owner() { return owner_; }

    Statistics statistics() override;
    Outcome<void> sync() override { return {}; }
    Outcome<void> check_writable() override { return FsError{FsError::Code::read_only}; }
    Outcome<NodeBase*> make_node(DirectoryNode&, Directory::Beginning const&) override {
        return FsError{FsError::Code::read_only};
    }

    /// Ends all nodes.
    void end_all();

private:
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<NodeBase*> load_descriptor(Facts& facts);
    bool is_there(u64 number);
    Outcome<void> close() override { return {}; }

    ProcFiles& owner_;
};

} // namespace flat::fs::proc
