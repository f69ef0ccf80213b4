// SPDX-License-Identifier: BSD-2-Clause
// The nodes of a file system in memory.
#include <fs/ram/ram_volume.hpp>

#include <domain/page.hpp>
#include <fs/ram/ram_directory.hpp>
#include <fs/ram/ram_nodes.hpp>

namespace flat::fs {

namespace {

constexpr Volume::Limits ram_limits{
    .root = 1, .links_max = 0x7fff'ffff, .idle_max = ~u32(0), .file_bytes_max = u64(1) << 46};
constexpr u64 linux_format = 0x0102'1994; // tmpfs

} // namespace

RamVolume::RamVolume(Services const& services) : Volume(services, ram_limits) {}

/// The root is made when it is asked for the first time: without memory there is none.
Outcome<Directory*> RamVolume::root() {
    TRY(make_root());
    return Volume::root();
}

Outcome<void> RamVolume::make_root() {
    auto const guard = lock();
    if (next_number_ != root_number) return {};
    Facts const facts{.number = root_number,
                      .kind = Node::Kind::directory,
                      .mode = 0755,
                      .links = 2,
                      .accessed_ns = now(),
                      .modified_ns = now(),
                      .changed_ns = now()};
    NodeBase* const made = TRY(make<RamDirectory>(*this, facts, u64{root_number}));
    add(*made);
    let_go(*made);
    ++next_number_;
    return {};
}

FileSystem::Statistics RamVolume::statistics() {
    u64 const free = services().frames.free_bytes() / domain::page_size;
    return {linux_format, u32{domain::page_size}, free, free, free, free,
            free,         Directory::name_max,    false};
}

Outcome<NodeBase*> RamVolume::make_node(DirectoryNode& parent, Directory::Beginning const& as) {
    Facts const facts{.number = next_number_++,
                      .kind = as.kind,
                      .mode = as.mode & NodeBase::mode_bits,
                      .owner = as.owner,
                      .group = as.group,
                      .device = as.device,
                      .accessed_ns = now(),
                      .modified_ns = now(),
                      .changed_ns = now()};
    NodeBase* made = nullptr;
    if (as.kind == Node::Kind::file)
        made = TRY(make<RamFile>(*this, facts, u64(0)));
    else if (as.kind == Node::Kind::directory)
        made = TRY(make<RamDirectory>(*this, facts, parent.number()));
    else if (as.kind == Node::Kind::symbolic_link)
        made = TRY(make<RamLink>(*this, facts));
    else
        made = TRY(make<RamNode>(*this, facts));
    add(*made);
    return made;
}

void RamVolume::end_all() {
    auto const guard = lock();
    forget_all();
}

/// All nodes are in memory.
Outcome<NodeBase*> RamVolume::load(u64) {
    return FsError{FsError::corrupt};
}

} // namespace flat::fs
