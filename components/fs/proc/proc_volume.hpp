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

/// What a directory has: a name, and how its contents are made; a link if they are not.
struct KnownFile {
    Text name;
    void (ProcFiles::*write)(TextSink& to, u32 process);
};

/// Numbers of nodes are those of processes and, below, what of the process it is: its directory, or
/// one of its files. Process 0 stands for the system.
class ProcVolume final : public Volume {
public:
    static constexpr u64 files_max = 16;

    ProcVolume(Services const& services, ProcFiles& owner);

    static constexpr u64 number_of(u32 process, u64 file) { return process * files_max + file; }
    static constexpr u32 process_of(u64 number) { return static_cast<u32>(number / files_max); }
    static constexpr u64 file_of(u64 number) { return number % files_max; }

    /// The files that the directory of a process has, or that of the system. Their numbers follow
    /// `first_file`.
    static Span<KnownFile const> files(u32 process);

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
    Outcome<void> close() override { return {}; }

    ProcFiles& owner_;
};

} // namespace flat::fs::proc
