// SPDX-License-Identifier: BSD-2-Clause
// What the engine's C library stands on: a console, memory, files, an end. The
// names of these functions are made from POSIX's (game.toml), which a process has already.
#include <core/memory.hpp>
#include <doom/game.hpp>

namespace flat::doom {

extern Game* the_game;

namespace {

constexpr int no = -1;            // how functions of POSIX say that they cannot
constexpr int standard_error = 2; // and lower ones: the console
constexpr int wad_file = 3;       // it is asked for, and read elsewhere
constexpr int first_saved = 4;    // and greater ones: of GameFiles

DoomWad* open_wad(char* path) {
    return the_game->open_wad(Text(path));
}

void close_wad(DoomWad*) {}

/// Only what lies in the WAD; the engine uses it where it lies, but for a few bytes.
usize read_wad(DoomWad* wad, unsigned offset, void* buffer, usize bytes) {
    if (offset >= wad->bytes) return 0;
    usize const left = wad->bytes - offset;
    usize const count = bytes < left ? bytes : left;
    memcpy(buffer, wad->mapped + offset, count);
    return count;
}

/// A line of the engine's, which comes in pieces.
struct Line {
    char text[160] = {};
    usize size = 0;
};
constinit Line line;

} // namespace

} // namespace flat::doom

extern "C" {

using flat::i64;
using flat::usize;

constinit DoomWadClass stdc_wad_file = {flat::doom::open_wad, flat::doom::close_wad,
                                        flat::doom::read_wad};

int flat_doom_open(char const* path, int flags, ...);
int flat_doom_open(char const* path, int flags, ...) {
    using namespace flat::doom;
    if (the_game->has_wad(flat::Text(path))) return wad_file;
    i64 const number = the_game->saved().open(flat::Text(path), static_cast<flat::u32>(flags));
    return number == GameFiles::failed ? no : static_cast<int>(number) + first_saved;
}

int flat_doom_close(int file);
int flat_doom_close(int file) {
    flat::doom::the_game->saved().close(i64(file) - flat::doom::first_saved);
    return 0;
}

i64 flat_doom_read(int file, void* buffer, usize bytes);
i64 flat_doom_read(int file, void* buffer, usize bytes) {
    if (file < flat::doom::first_saved) return 0;
    return flat::doom::the_game->saved().read(file - flat::doom::first_saved,
                                              {static_cast<flat::u8*>(buffer), bytes});
}

i64 flat_doom_write(int file, void const* buffer, usize bytes);
i64 flat_doom_write(int file, void const* buffer, usize bytes) {
    using flat::doom::line;
    if (file >= flat::doom::first_saved)
        return flat::doom::the_game->saved().write(file - flat::doom::first_saved,
                                                   {static_cast<flat::u8 const*>(buffer), bytes});
    if (file > flat::doom::standard_error) return flat::doom::no;
    char const* const text = static_cast<char const*>(buffer);
    for (usize i = 0; i < bytes; ++i) {
        bool const is_end = text[i] == '\n';
        if (!is_end) line.text[line.size++] = text[i];
        if (!is_end && line.size < sizeof line.text) continue;
        flat::doom::the_game->write(flat::Text(line.text, line.size));
        line.size = 0;
    }
    return static_cast<i64>(bytes);
}

long flat_doom_lseek(int file, long offset, int from);
long flat_doom_lseek(int file, long offset, int from) {
    if (file < flat::doom::first_saved || from < 0 || from > 2) return flat::doom::no;
    return flat::doom::the_game->saved().seek(file - flat::doom::first_saved, offset,
                                              static_cast<flat::doom::GameFiles::From>(from));
}

void* flat_doom_sbrk(i64 bytes);
void* flat_doom_sbrk(i64 bytes) {
    void* const begin = flat::doom::the_game->extend_heap(bytes);
    return begin ? begin : flat::pointer_to<void>(~flat::vaddr(0));
}

[[noreturn]] void flat_doom_exit(int status);
void flat_doom_exit(int status) {
    flat::doom::the_game->exit(status);
}

/// All files lie in one folder.
int flat_doom_mkdir(char const* path, unsigned mode);
int flat_doom_mkdir(char const*, unsigned) {
    return flat::doom::no;
}

int flat_doom_remove(char const* path);
int flat_doom_remove(char const* path) {
    return static_cast<int>(flat::doom::the_game->saved().remove(flat::Text(path)));
}

int flat_doom_rename(char const* from, char const* to);
int flat_doom_rename(char const* from, char const* to) {
    return static_cast<int>(flat::doom::the_game->saved().rename(flat::Text(from), flat::Text(to)));
}

int flat_doom_system(char const* command);
int flat_doom_system(char const*) {
    return flat::doom::no;
}

/// The engine's numbers are whole ones (game.toml), and it reads none from files.
long flat_doom_atof(char const* text);
long flat_doom_atof(char const*) {
    return 0;
}

} // extern "C"
