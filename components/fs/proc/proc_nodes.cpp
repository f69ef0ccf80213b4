// SPDX-License-Identifier: BSD-2-Clause
// Directories, files and links of a file system of processes.
#include <fs/proc/proc_nodes.hpp>

#include <core/format.hpp>
#include <core/memory.hpp>
#include <fs/proc/proc_files.hpp>

namespace flat::fs::proc {

namespace {

/// Where the names of processes and threads begin in an iteration, after those of all files.
constexpr u64 first_process_place = 64;

/// A number in decimal, without anything else.
Maybe<u32> number_in(Text name) {
    u64 number = 0;
    for (char const each : name) {
        if (each < '0' || each > '9' || number >= 0xffff'ffff) return nothing;
        number = number * 10 + static_cast<u64>(each - '0');
    }
    bool const is_one = !name.is_empty() && (name[0] != '0' || name.size() == 1);
    return is_one && number < 0xffff'ffff ? Maybe<u32>(static_cast<u32>(number)) : nothing;
}

} // namespace

/// The directory around it.
u64 ProcDirectory::around() const {
    if (ProcVolume::is_of_numbers(number()))
        return ProcVolume::number_of(process(), ProcVolume::directory);
    if (thread() != 0 && !is_shown()) return ProcVolume::number_of(process(), ProcVolume::threads);
    return ProcVolume::number_of(0, ProcVolume::directory);
}

/// The number of one of its files.
u64 ProcDirectory::place_of(KnownFile const& known, u64 index) const {
    if (known.directory) return ProcVolume::number_of(process(), *known.directory);
    return ProcVolume::number_of(process(), ProcVolume::first_file + index, thread());
}

/// Of those that are in it by numbers, the lowest from one on; 0 if there is none. Descriptors
/// count from 1 here.
u32 ProcDirectory::next_number(u32 from) {
    unix::ProcessList& list = proc().owner().list();
    if (is_of_descriptors()) {
        auto const next = list.descriptor_from(process(), from - min(from, 1u));
        return static_cast<u32>(next.number + 1);
    }
    if (is_of_threads()) {
        u32 const next = list.first_thread_from(process(), from);
        return next < ProcVolume::threads_max ? next : 0;
    }
    return process() == 0 && !is_shown() ? list.first_from(from) : 0;
}

u64 ProcDirectory::number_of_numbered(u32 wanted) const {
    if (is_of_descriptors())
        return ProcVolume::number_of(process(), ProcVolume::descriptor, wanted);
    return is_of_threads() ? ProcVolume::number_of(process(), ProcVolume::directory, wanted)
                           : ProcVolume::number_of(wanted, ProcVolume::directory);
}

/// Of what others show, the first from one on that it has: a folder, by its first text, in the
/// root, or a text of this folder.
Maybe<u32> ProcDirectory::shown_from(u32 text) {
    if (process() != 0) return nothing;
    ProcFiles& owner = proc().owner();
    ShownPath const own = is_shown() ? owner.shown(thread() - 1) : ShownPath();
    for (;; ++text) {
        ShownPath const path = owner.shown(text);
        if (!path.is_there()) return nothing;
        bool const is_here =
            is_shown() ? path.folder() == own.folder() : owner.first_shown(path) == text;
        if (is_here) return text;
    }
}

u64 ProcDirectory::number_of_shown(u32 text) const {
    u64 const file = is_shown() ? ProcVolume::first_file : ProcVolume::directory;
    return ProcVolume::number_of(0, file, text + 1);
}

Outcome<u64> ProcDirectory::find(Text name) {
    if (name == ".") return number();
    if (name == "..") return around();
    auto const files = ProcVolume::files(number());
    for (u64 i = 0; i < files.size(); ++i)
        if (files[i].name == name) return place_of(files[i], i);
    for (Maybe<u32> text = shown_from(0); text; text = shown_from(*text + 1)) {
        ShownPath const path = proc().owner().shown(*text);
        if ((is_shown() ? path.name() : path.folder()) == name) return number_of_shown(*text);
    }
    Maybe<u32> const named = number_in(name);
    u32 const wanted = named ? *named + (is_of_descriptors() ? 1 : 0) : 0;
    bool const is_there = wanted != 0 && next_number(wanted) == wanted;
    return is_there ? number_of_numbered(wanted) : u64{0};
}

Outcome<Directory::Entry> ProcDirectory::entry_at(u64 place, Span<u8> name) {
    auto const files = ProcVolume::files(number());
    if (place == 0) return Entry{1, number(), Kind::directory, Text(".").write_to(name)};
    if (place == 1) return Entry{2, around(), Kind::directory, Text("..").write_to(name)};
    if (place - 2 < files.size()) {
        KnownFile const& known = files[place - 2];
        Kind const other = known.directory ? Kind::directory : Kind::symbolic_link;
        return Entry{place + 1, place_of(known, place - 2), known.write ? Kind::file : other,
                     known.name.write_to(name)};
    }
    if (place < first_process_place) {
        u64 const before = 2 + files.size();
        Maybe<u32> const text = shown_from(static_cast<u32>(place - before));
        if (text) return shown_entry(*text, before + *text + 1, name);
    }
    u32 const from =
        place < first_process_place ? 1 : static_cast<u32>(place - first_process_place);
    u32 const next = next_number(from);
    if (next == 0) return Entry{place, 0, Kind::file, 0};
    TextBuffer<16> text;
    format(text, "{}", is_of_descriptors() ? next - 1 : next);
    return Entry{first_process_place + next + 1, number_of_numbered(next),
                 is_of_descriptors() ? Kind::symbolic_link : Kind::directory,
                 text.text().write_to(name)};
}

Directory::Entry ProcDirectory::shown_entry(u32 text, u64 next, Span<u8> name) {
    ShownPath const path = proc().owner().shown(text);
    return {next, number_of_shown(text), is_shown() ? Kind::file : Kind::directory,
            (is_shown() ? path.name() : path.folder()).write_to(name)};
}

Outcome<u32> ShownFile::generate(Span<u8> text) {
    return proc().owner().show(thread() - 1, text);
}

Outcome<u32> ProcFile::generate(Span<u8> text) {
    BufferSink sink(text);
    (proc().owner().*known_.write)(sink, {process(), thread()});
    return sink.size();
}

Outcome<u32> OwnLink::target(Span<u8> destination) {
    u32 const own = proc().owner().list().running();
    if (own == 0) return FsError{FsError::Code::not_found};
    TextBuffer<16> text;
    format(text, "{}", own);
    (void)text.text().write_to(destination);
    return static_cast<u32>(text.text().size());
}

Outcome<u32> ProcNodeLink::target(Span<u8> destination) {
    return proc().owner().list().path(process(), which_, descriptor(), destination);
}

Outcome<Node*> ProcNodeLink::destination(Finder* finder) {
    return proc().owner().list().node(process(), which_, descriptor(), finder);
}

} // namespace flat::fs::proc
