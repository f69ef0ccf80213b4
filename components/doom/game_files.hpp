// SPDX-License-Identifier: BSD-2-Clause
// The files that the engine writes and reads again: saved games.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/log/log.hpp>

namespace flat::doom {

/// Files by numbers, as functions of POSIX have them. Whatever folder the engine names, they lie in
/// the root of the file system. What fails is -1, as there; whether a disk has taken what was
/// written is a line in the log, too. Without a file system nothing can be opened. Everything
/// blocks.
class GameFiles : NonCopyable {
public:
    /// Flags of `open`, as the engine's C library has them (its sys/_default_fcntl.h).
    static constexpr u32 for_writing = 3; // one of these two bits, at least
    static constexpr u32 creates = 0x40;
    static constexpr u32 cuts = 0x200;

    /// From where `seek` counts.
    enum class From : u8 { begin, here, end };

    static constexpr i64 failed = -1;

    GameFiles(fs::FileSystem* files, log::Log& log) : files_(files), log_(log) {}

    i64 open(Text path, u32 flags);
    void close(i64 number);
    i64 read(i64 number, Span<u8> destination);
    i64 write(i64 number, Span<u8 const> source);
    i64 seek(i64 number, i64 offset, From from);
    i64 remove(Text path);
    i64 rename(Text path, Text new_path);

    /// Unmounts the file system if none is open, so that the disk is whole however the machine
    /// ends. To be called often: it does nothing where nothing was done.
    void settle();

    /// Before the machine ends: nothing is open any more, and the disk is whole.
    void close_all();

private:
    template<class T>
    using Outcome = Result<T, fs::FsError>;

    /// One that is open.
    struct Open {
        fs::File* file = nullptr;
        u64 offset = 0;
    };
    static constexpr u32 open_max = 4;

    Open* find(i64 number);
    Open* unused();
    Outcome<fs::File*> file_of(Text path, u32 flags);
    Outcome<void> take_name_away(Text path);
    Outcome<void> give_other_name(Text path, Text new_path);
    Outcome<fs::Directory*> root();

    fs::FileSystem* files_;
    log::Log& log_;
    Open open_[open_max] = {};
    bool is_mounted_ = false;
    bool has_changes_ = false;
};

} // namespace flat::doom
