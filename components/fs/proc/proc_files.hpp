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

/// The path of a text that somebody else shows; none after the last.
class ShownPath {
public:
    ShownPath() = default;
    ShownPath(ShownTexts& by, u32 text) : size_(min<u32>(by.path(text, bytes_), sizeof bytes_)) {
        while (slash_ < size_ && bytes_[slash_] != '/')
            ++slash_;
    }

    bool is_there() const { return size_ != 0; }
    Text folder() const { return Text::from_bytes(Span<u8 const>(bytes_).first(slash_)); }
    Text name() const {
        return Text::from_bytes(Span<u8 const>(bytes_).first(size_).after(min(slash_ + 1, size_)));
    }

private:
    u8 bytes_[ShownTexts::path_max] = {};
    u32 size_ = 0;
    u32 slash_ = 0;
};

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

    /// Texts that others show, by their number over all of them.
    ShownPath shown(u32 text);
    u32 first_shown(ShownPath const& path); ///< the first in the folder of this one
    u32 show(u32 text, Span<u8> destination);

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
