// SPDX-License-Identifier: BSD-2-Clause
// What Rock Ridge adds to directory records: names, permissions, links, times.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::iso {

/// Where the fields of a record go on (SUSP, IEEE P1281, section 5.1).
struct Continuation {
    u32 block = 0;
    u32 offset = 0;
    u32 bytes = 0; // none: they do not go on
};

/// What the fields of one record say together (RRIP, IEEE P1282 1.12). Fields that are not known
/// are skipped, and so is what a field does not have room for.
class RockRidge {
public:
    /// Permissions, links and owner, as POSIX has them (section 4.1.1).
    struct Attributes {
        u32 mode;
        u32 links;
        u32 owner;
        u32 group;
    };

    /// `target` gets the path of a symbolic link, as much of it as fits.
    explicit RockRidge(Span<u8> target = {}) : target_(target) {}

    /// Takes the fields of one area, up to where they go on. CORRUPT if a field is longer than what
    /// is left of the area.
    Outcome<Continuation> read(Span<u8 const> area);

    /// Nothing if no field had any.
    Maybe<Attributes> const& attributes() const { return attributes_; }
    Text name() const { return Text(name_, name_size_); }
    bool has_target() const { return target_size_ != 0; }
    u32 target_size() const { return target_size_; }
    u64 device() const { return device_; }
    Maybe<i64> const& modified_ns() const { return modified_ns_; }
    Maybe<i64> const& accessed_ns() const { return accessed_ns_; }
    Maybe<i64> const& changed_ns() const { return changed_ns_; }

    /// The first block of a directory that lies elsewhere, since directories were too deep; 0 if
    /// this is none (section 4.1.5).
    u32 moved_here() const { return moved_here_; }

    /// The same of the directory that is really around it (`..`).
    u32 moved_from() const { return moved_from_; }

    /// Whether it was moved, and is to be seen at its own place only.
    bool is_moved_away() const { return is_moved_away_; }

private:
    void take_attributes(Span<u8 const> field);
    void take_device(Span<u8 const> field);
    void take_name(Span<u8 const> field);
    void take_target(Span<u8 const> field);
    void take_times(Span<u8 const> field);
    void add_name(Text text);
    void add_target(Text text);

    Span<u8> target_;
    u32 target_size_ = 0;
    bool target_goes_on_ = false; // within a name
    Maybe<Attributes> attributes_;
    u64 device_ = 0;
    Maybe<i64> modified_ns_;
    Maybe<i64> accessed_ns_;
    Maybe<i64> changed_ns_;
    u32 moved_here_ = 0;
    u32 moved_from_ = 0;
    bool is_moved_away_ = false;
    u32 name_size_ = 0;
    char name_[Directory::name_max];
};

/// How many bytes of each area are skipped on this disc, by the fields of its root's own record;
/// nothing if they do not say that there is Rock Ridge (section 5.3).
Maybe<u32> skipped_bytes(Span<u8 const> root_area);

} // namespace flat::fs::iso
