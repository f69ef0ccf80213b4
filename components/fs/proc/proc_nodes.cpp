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

/// Puts text where somebody wants it, and counts what does not fit.
class BufferSink final : public TextSink {
public:
    explicit BufferSink(Span<u8> room) : room_(room) {}

    void put(Text text) override {
        u64 const begin = min<u64>(size_, room_.size());
        text.write_to(room_.after(begin));
        size_ += text.size();
    }
    u64 size() const { return size_; }

private:
    Span<u8> room_;
    u64 size_ = 0;
};

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
    if (thread() != 0) return ProcVolume::number_of(process(), ProcVolume::threads);
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
    return process() == 0 ? list.first_from(from) : 0;
}

u64 ProcDirectory::number_of_numbered(u32 wanted) const {
    if (is_of_descriptors())
        return ProcVolume::number_of(process(), ProcVolume::descriptor, wanted);
    return is_of_threads() ? ProcVolume::number_of(process(), ProcVolume::directory, wanted)
                           : ProcVolume::number_of(wanted, ProcVolume::directory);
}

Outcome<u64> ProcDirectory::find(Text name) {
    if (name == ".") return number();
    if (name == "..") return around();
    auto const files = ProcVolume::files(number());
    for (u64 i = 0; i < files.size(); ++i)
        if (files[i].name == name) return place_of(files[i], i);
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

Outcome<u32> ProcFile::generate(Span<u8> text) {
    BufferSink sink(text);
    (proc().owner().*known_.write)(sink, {process(), thread()});
    return static_cast<u32>(sink.size());
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
