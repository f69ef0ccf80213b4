// SPDX-License-Identifier: BSD-2-Clause
// Processes and the system as files (proc(5)).
#pragma once

#include <core/format.hpp>
#include <core/utility.hpp>
#include <fs/proc/proc_files.flat.hpp>
#include <fs/proc/proc_volume.hpp>

namespace flat::fs::proc {

/// By what Linux counts times here.
inline constexpr u64 tick_ns = 10'000'000;
inline constexpr u64 tick_us = tick_ns / 1000;

/// A file system that nothing is stored in: what a file says is made when it is opened.
class ProcFiles : public ProcFilesComponent, NonCopyable {
public:
    ProcFiles(Ports const& ports, Attributes const& attributes);
    ~ProcFiles() { volume_.end_all(); }

    Result<Directory*, FsError> root() override { return volume_.root(); }
    Statistics statistics() override { return volume_.statistics(); }
    Faults faults() override { return volume_.faults(); }
    Result<void, FsError> sync() override { return {}; }
    Result<void, FsError> unmount() override { return volume_.unmount(); }

    /// What nodes ask.
    unix::ProcessList& list() { return *processes; }

    // system_texts.cpp; the subject means nothing there.
    void write_memory(TextSink& to, Subject const& of);
    void write_uptime(TextSink& to, Subject const& of);
    void write_load(TextSink& to, Subject const& of);
    void write_times(TextSink& to, Subject const& of);
    void write_mounts(TextSink& to, Subject const& of);
    void write_version(TextSink& to, Subject const& of);

    // process_texts.cpp
    void write_state(TextSink& to, Subject const& of);
    void write_status(TextSink& to, Subject const& of);
    void write_command_line(TextSink& to, Subject const& of);
    void write_name(TextSink& to, Subject const& of);
    void write_sizes(TextSink& to, Subject const& of);
    void write_areas(TextSink& to, Subject const& of);

private:
    u64 total_bytes();
    u64 idle_ns();

    ProcVolume volume_;
};

} // namespace flat::fs::proc
