// SPDX-License-Identifier: BSD-2-Clause
// The files that the engine writes and reads again: saved games.
#include <doom/game_files.hpp>

#include <core/calls/holding.hpp>
#include <core/say.hpp>
#include <core/top.hpp>

namespace flat::doom {

namespace {

using Beginning = fs::Directory::Beginning;

constexpr u32 mode_of_files = 0644;

/// What is after the last slash of a path.
Span<u8 const> name_of(Text path) {
    usize begin = path.size();
    while (begin > 0 && path[begin - 1] != '/')
        --begin;
    return path.after(begin).bytes();
}

} // namespace

GameFiles::Open* GameFiles::find(i64 number) {
    if (number < 0 || number >= open_max || !open_[number].file) return nullptr;
    return &open_[number];
}

GameFiles::Open* GameFiles::unused() {
    for (Open& each : open_)
        if (!each.file) return &each;
    return nullptr;
}

i64 GameFiles::open(Text path, u32 flags) {
    Open* const place = unused();
    if (!files_ || !place) return failed;
    auto const file = file_of(path, flags);
    if (file.is_error()) return failed;
    *place = {file.value(), 0};
    return place - open_;
}

GameFiles::Outcome<fs::File*> GameFiles::file_of(Text path, u32 flags) {
    Holding<fs::Directory> const folder(TRY(root()));
    auto found = folder->lookup(name_of(path));
    bool const is_new = found.is_error() && found.error().code == fs::FsError::not_found;
    if (is_new && (flags & creates)) {
        Beginning const beginning{fs::Node::Kind::file, mode_of_files, 0, 0, 0};
        found = folder->create(name_of(path), beginning);
    }
    Holding<fs::Node> node(TRY(found));
    fs::File* const file = narrow_to<fs::File>(*node);
    if (!file) return fs::FsError{fs::FsError::is_directory};
    if (flags & cuts) TRY(file->truncate(0));
    node.leave();
    return file;
}

void GameFiles::close(i64 number) {
    Open* const open = find(number);
    if (!open) return;
    exchange(open->file, nullptr)->release();
}

void GameFiles::close_all() {
    for (u32 number = 0; number < open_max; ++number)
        close(number);
    settle();
}

i64 GameFiles::read(i64 number, Span<u8> destination) {
    Open* const open = find(number);
    if (!open) return failed;
    auto const count = open->file->read(open->offset, destination);
    if (count.is_error()) return failed;
    open->offset += count.value();
    return static_cast<i64>(count.value());
}

i64 GameFiles::write(i64 number, Span<u8 const> source) {
    Open* const open = find(number);
    if (!open) return failed;
    auto const count = open->file->write(open->offset, source);
    if (count.is_error() || count.value() < source.size())
        say(log_, "doom: the disk has no room for a file of the game, or fails");
    if (count.is_error()) return failed;
    has_changes_ = true;
    open->offset += count.value();
    return static_cast<i64>(count.value());
}

i64 GameFiles::seek(i64 number, i64 offset, From from) {
    Open* const open = find(number);
    if (!open) return failed;
    u64 base = 0;
    if (from == From::here) base = open->offset;
    if (from == From::end) base = open->file->attributes().size_bytes;
    i64 place = 0;
    if (__builtin_add_overflow(static_cast<i64>(base), offset, &place) || place < 0) return failed;
    open->offset = static_cast<u64>(place);
    return place;
}

i64 GameFiles::remove(Text path) {
    return files_ && take_name_away(path).is_ok() ? 0 : failed;
}

GameFiles::Outcome<void> GameFiles::take_name_away(Text path) {
    Holding<fs::Directory> const folder(TRY(root()));
    return folder->unlink(name_of(path));
}

i64 GameFiles::rename(Text path, Text new_path) {
    return files_ && give_other_name(path, new_path).is_ok() ? 0 : failed;
}

GameFiles::Outcome<void> GameFiles::give_other_name(Text path, Text new_path) {
    Holding<fs::Directory> const folder(TRY(root()));
    return folder->rename(name_of(path), *folder, name_of(new_path));
}

GameFiles::Outcome<fs::Directory*> GameFiles::root() {
    is_mounted_ = true;
    return files_->root();
}

void GameFiles::settle() {
    for (Open const& each : open_)
        if (each.file) return;
    if (!exchange(is_mounted_, false)) return;
    bool const is_whole = files_->unmount().is_ok();
    if (!is_whole) say(log_, "doom: the disk does not take what was written");
    if (exchange(has_changes_, false) && is_whole)
        say(log_, "doom: what was written is on the disk");
}

} // namespace flat::doom
