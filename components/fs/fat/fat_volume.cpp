// SPDX-License-Identifier: BSD-2-Clause
// A file system of the format FAT that is mounted.
#include <fs/fat/fat_volume.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <fs/fat/fat.hpp>
#include <fs/fat/fat_directory.hpp>
#include <fs/fat/fat_file.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::fat {

namespace {

constexpr u64 linux_format = 0x4d44;
constexpr u8 is_dirty = 1; // in the boot sector's state

} // namespace

Outcome<void> FatVolume::start(bool is_read_only) {
    block::Disk::Geometry const geometry = disk_.geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    if (bytes == 0) return FsError{FsError::io};
    if (bytes < Layout::boot_bytes) return FsError{FsError::unknown_format};
    TRY(blocks_.start(Layout::boot_bytes, 1, false));
    bool was_left_whole = false;
    {
        BlockHold hold(*this, blocks_);
        TRY(hold.open(0));
        layout_ = TRY(Layout::read(hold.bytes(), bytes, geometry.sector_bytes));
        was_left_whole = !(hold.bytes()[layout_.state_offset] & is_dirty);
    }
    TRY(blocks_.start(layout_.sector_bytes, layout_.sectors, !is_read_only));
    was_left_whole = was_left_whole && TRY(table_.is_whole());
    if (!is_read_only && (!was_left_whole || geometry.is_read_only))
        return FsError{FsError::read_only};
    TRY(clusters_.count(!is_read_only));
    if (is_read_only) return {};
    TRY(set_whole(false));
    TRY(blocks_.clean());
    TRY(blocks_.flush());
    is_writable_ = true;
    return {};
}

void FatVolume::abandon() {
    table_.close();
    blocks_.stop();
}

FileSystem::Statistics FatVolume::statistics() {
    u32 const free = clusters_.free();
    return {linux_format,
            layout_.cluster_bytes(),
            layout_.clusters,
            free,
            free,
            0,
            0,
            Directory::name_max,
            !is_writable_};
}

Outcome<void> FatVolume::sync() {
    auto const guard = lock();
    return clean_all();
}

Outcome<void> FatVolume::unmount() {
    return owner_.unmount(*this);
}

Outcome<void> FatVolume::close() {
    // What was found CORRUPT is for fsck.fat: until then the disk is mounted for reading only.
    Outcome<void> const left = is_writable_ ? leave_whole() : Outcome<void>();
    if (left.is_error() && left.error().code != FsError::corrupt) return left;
    forget_all();
    abandon();
    return {};
}

Outcome<void> FatVolume::leave_whole() {
    TRY(clean_all());
    TRY(check_whole());
    TRY(set_whole(true));
    TRY(blocks_.clean());
    return blocks_.flush();
}

Outcome<void> FatVolume::check_writable() {
    if (!is_writable_) return FsError{FsError::read_only};
    return {};
}

Outcome<void> FatVolume::write_back() {
    if (!is_writable_) return {};
    table_.close();
    TRY(blocks_.clean(layout_.table_begin, u64{layout_.tables} * layout_.table_sectors));
    TRY(blocks_.flush());
    TRY(blocks_.clean());
    TRY(blocks_.flush());
    TRY(clusters_.free_given());
    TRY(write_free_info());
    table_.close();
    TRY(blocks_.clean());
    return blocks_.flush();
}

/// Contents of files first: what names them then is there.
Outcome<void> FatVolume::clean_all() {
    TRY(for_each_node([](NodeBase& each) { return each.write_back(); }));
    return write_back();
}

/// Linux and Windows have different bits for it, of which both are set.
Outcome<void> FatVolume::set_whole(bool is_whole) {
    TRY(table_.set_whole(is_whole));
    BlockHold hold(*this, blocks_);
    TRY(hold.open_to_write(0));
    u8& state = hold.bytes()[layout_.state_offset];
    state = static_cast<u8>(is_whole ? state & ~is_dirty : state | is_dirty);
    return {};
}

Outcome<void> FatVolume::write_free_info() {
    if (layout_.info_sector == 0) return {};
    BlockHold hold(*this, blocks_);
    TRY(hold.open(layout_.info_sector));
    if (!FreeInfo::is_in(hold.bytes())) return {};
    TRY(hold.open_to_write(layout_.info_sector));
    store_little_endian_u32(&hold.bytes()[FreeInfo::free_offset], clusters_.free());
    store_little_endian_u32(&hold.bytes()[FreeInfo::next_offset], clusters_.next());
    return {};
}

void FatVolume::set_position(Record& record, u64 position) {
    if (record.position_ != 0) records_.remove(record);
    record.position_ = position;
    if (position != 0) records_.insert(record);
}

Outcome<void> FatVolume::save(Record const& record) {
    TRY(check_writable());
    if (record.position() == 0) return {};
    BlockHold hold(*this, blocks_);
    TRY(hold.open_to_write(sector_of(record.position())));
    record.entry_.store(slot_in(hold, record.position()));
    return {};
}

Span<u8> FatVolume::slot_in(BlockHold const& hold, u64 position) const {
    u32 const slot = static_cast<u32>(position % layout_.slots_per_sector());
    return hold.bytes().part(usize{slot} * Layout::slot_bytes, Layout::slot_bytes);
}

Outcome<NodeBase*> FatVolume::make_node(DirectoryNode& parent, Directory::Beginning const& as) {
    bool const is_directory = as.kind == Node::Kind::directory;
    if (!is_directory && as.kind != Node::Kind::file) return FsError{FsError::not_supported};
    Moment const moment = Moment::of(now());
    u32 const attributes = is_directory ? ShortEntry::folder : ShortEntry::file;
    u32 const read_only = (as.mode & 0222) == 0 ? u32{ShortEntry::read_only} : 0;
    Place const place{next_fresh_++,
                      0,
                      {.name = {},
                       .attributes = static_cast<u8>(attributes | read_only),
                       .lower_case = 0,
                       .created_fine = 0,
                       .created = moment,
                       .accessed = moment,
                       .modified = moment,
                       .cluster = 0,
                       .size_bytes = 0}};
    NodeBase* const made = is_directory
                               ? static_cast<NodeBase*>(TRY(make<FatDirectory>(*this, place)))
                               : static_cast<NodeBase*>(TRY(make<FatFile>(*this, place)));
    made->facts().links = 0;
    add(*made);
    HeldNode held(*this, made);
    if (is_directory) TRY(start_directory(record_of(*made), record_of(parent)));
    return held.leave();
}

/// Its own two names.
Outcome<void> FatVolume::start_directory(Record& record, Record& parent) {
    TRY(extend_directory(record.chain()));
    ShortEntry own = record.entry();
    own.cluster = record.chain().first();
    memset(own.name.text, ' ', ShortName::bytes);
    own.name.text[0] = '.';
    {
        BlockHold hold(*this, blocks_);
        TRY(hold.open_to_write(layout_.sector_of(own.cluster)));
        own.store(hold.bytes().first(Layout::slot_bytes));
        own.name.text[1] = '.';
        own.store(hold.bytes().part(usize{dot_dot_slot} * Layout::slot_bytes, Layout::slot_bytes));
    }
    return set_parent(own.cluster, parent);
}

/// The root is named by 0, wherever it begins.
Outcome<void> FatVolume::set_parent(u32 cluster, Record& parent) {
    bool const is_in_root = parent.node().number() == root_number;
    BlockHold hold(*this, blocks_);
    TRY(hold.open_to_write(layout_.sector_of(cluster)));
    Span<u8> const slot =
        hold.bytes().part(usize{dot_dot_slot} * Layout::slot_bytes, Layout::slot_bytes);
    ShortEntry entry = ShortEntry::read(slot);
    entry.cluster = is_in_root ? 0 : parent.chain().first();
    entry.store(slot);
    return {};
}

/// The disk has the zeros before anything leads to them: what was there before might look like
/// entries.
Outcome<void> FatVolume::extend_directory(ClusterChain& chain) {
    TRY(clusters_.append_to(chain));
    u64 const first = layout_.sector_of(chain.last());
    Outcome<void> outcome = blocks_.clear(first, layout_.sectors_per_cluster);
    BlockHold hold(*this, blocks_);
    for (u32 i = 0; i < layout_.sectors_per_cluster && outcome.is_ok(); ++i) {
        outcome = hold.open_to_write(first + i);
        if (outcome.is_ok()) memset(hold.bytes().data(), 0, layout_.sector_bytes);
    }
    if (outcome.is_ok()) return {};
    hold.close();
    TRY(clusters_.cut(chain, chain.size() - 1));
    return outcome;
}

} // namespace flat::fs::fat
