// SPDX-License-Identifier: BSD-2-Clause
// The names that a server has sent last.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/directory.hpp>
#include <fs/nfs/file_handle.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::nfs {

class NfsDirectory;
class NfsVolume;

/// One reply with names of one directory, out of which an iteration is answered, for all of a
/// volume: what it takes of memory is bounded by the size of a reply. Names are the server's, `.`
/// and `..` among them if it sends these; places are its cookies. Callers hold the volume's lock.
class Listing : NonCopyable {
public:
    explicit Listing(NfsVolume& volume) : volume_(volume) {}

    /// As `Directory::next`. CORRUPT for names that cannot be, and for places that lead nowhere.
    Outcome<Directory::Entry> entry_at(NfsDirectory& of, u64 place, Span<u8> name);

    /// What the server has said together with the name that `entry_at` has given last, if it is
    /// this one and not too old: whoever lists a directory looks each name up.
    nfs3::Entryplus3 const* last_given(NfsDirectory const& of, Text name) const;

    /// Gives its memory back: names are changed, or the volume ends.
    void forget();

private:
    Outcome<void> fetch(NfsDirectory& of, u64 place);
    Outcome<void> fetch_by(NfsDirectory& of, u64 place, bool is_plain);
    Outcome<Directory::Entry> given(NfsDirectory& of, nfs3::Entryplus3 const& entry, u64 place,
                                    Span<u8> name);
    nfs3::Entryplus3 const* after(u64 place) const;
    bool has(u64 place) const;

    NfsVolume& volume_;
    u64 directory_ = 0; // its number; 0: there are no names
    u64 begin_ = 0;     // the place of the first
    u64 fetched_ns_ = 0;
    nfs3::Readdirplus3res names_;
    nfs3::Entryplus3 const* last_ = nullptr;
    bool is_plain_ = false; // the server has no READDIRPLUS
};

} // namespace flat::fs::nfs
