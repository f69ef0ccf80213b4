// SPDX-License-Identifier: BSD-2-Clause
// The nodes of processes and of the system.
#pragma once

#include <core/text.hpp>
#include <fs/volume.hpp>

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
/// directory of threads.
struct KnownFile {
    Text name;
    void (ProcFiles::*write)(TextSink& to, Subject const& of);
};

/// Numbers of nodes are those of threads, of processes and, below, what of them it is: the
/// directory, that of all threads, or one of the files. Thread 0 stands for the process, process 0
/// for the system.
class ProcVolume final : public Volume {
public:
    static constexpr u64 files_max = 16;

    ProcVolume(Services const& services, ProcFiles& owner);

    static constexpr u32 thread_shift = 36;
    static constexpr u32 threads_max = 1 << 28; ///< those with higher numbers are not shown

    static constexpr u64 number_of(u32 process, u64 file, u32 thread = 0) {
        return u64{thread} << thread_shift | (process * files_max + file);
    }
    static constexpr u32 thread_of(u64 number) { return static_cast<u32>(number >> thread_shift); }
    static constexpr u32 process_of(u64 number) { return static_cast<u32>(number / files_max); }
    static constexpr u64 file_of(u64 number) { return number % files_max; }

    /// The files that a directory has. Their numbers follow `first_file`.
    static Span<KnownFile const> files(u64 directory);

    static constexpr u64 threads = 0;
    static constexpr u64 directory = 1;
    static constexpr u64 first_file = 2;

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
    bool is_there(Subject const& of);
    Outcome<void> close() override { return {}; }

    ProcFiles& owner_;
};

} // namespace flat::fs::proc
