// SPDX-License-Identifier: BSD-2-Clause
// What the engine's C library stands on: a console, memory, one file that can be read, an end. The
// names of these functions are made from POSIX's (game.toml), which a process has already.
#include <core/memory.hpp>
#include <doom/game.hpp>

namespace flat::doom {

extern Game* the_game;

namespace {

constexpr int no = -1;            // how functions of POSIX say that they cannot
constexpr int standard_error = 2; // and lower ones: the console
constexpr int wad_file = 3;       // it is asked for, and read elsewhere

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

int flat_doom_open(char const* path, int, ...);
int flat_doom_open(char const* path, int, ...) {
    return flat::doom::the_game->has_file(flat::Text(path)) ? flat::doom::wad_file : flat::doom::no;
}

int flat_doom_close(int file);
int flat_doom_close(int) {
    return 0;
}

i64 flat_doom_read(int file, void* buffer, usize bytes);
i64 flat_doom_read(int, void*, usize) {
    return 0;
}

i64 flat_doom_write(int file, void const* buffer, usize bytes);
i64 flat_doom_write(int file, void const* buffer, usize bytes) {
    using flat::doom::line;
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
long flat_doom_lseek(int, long, int) {
    return flat::doom::no;
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

int flat_doom_mkdir(char const* path, unsigned mode);
int flat_doom_mkdir(char const*, unsigned) {
    return flat::doom::no;
}

int flat_doom_remove(char const* path);
int flat_doom_remove(char const*) {
    return flat::doom::no;
}

int flat_doom_rename(char const* from, char const* to);
int flat_doom_rename(char const*, char const*) {
    return flat::doom::no;
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
