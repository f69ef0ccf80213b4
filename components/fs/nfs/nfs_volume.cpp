// SPDX-License-Identifier: BSD-2-Clause
// A directory of a server's with all below it.
#include <fs/nfs/nfs_volume.hpp>

#include <core/format.hpp>
#include <fs/nfs/nfs.hpp>
#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nfs/nfs_directory.hpp>
#include <fs/nfs/nfs_file.hpp>
#include <fs/nfs/nfs_nodes.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::nfs {

namespace {

constexpr u64 linux_format = 0x6969;
constexpr u32 block_bytes = 4096;
constexpr u32 idle_nodes_max = 256;
constexpr u32 same_numbers_max = 16;

} // namespace

NfsVolume::NfsVolume(Nfs& owner, Services const& services, ServerCalls& calls, Terms const& terms,
                     Span<u8> buffer)
    : Volume(services, {.root = terms.root_attributes.fileid,
                        .links_max = terms.links_max,
                        .idle_max = idle_nodes_max,
                        .file_bytes_max = terms.file_bytes_max}),
      owner_(owner), calls_(calls), terms_(terms), transfers_(*this, buffer), listing_(*this),
      loaded_(terms.root), loaded_attributes_(terms.root_attributes) {}

Outcome<void> NfsVolume::unmount() {
    return owner_.unmount();
}

Outcome<void> NfsVolume::sync() {
    auto const guard = lock();
    return write_all();
}

Outcome<void> NfsVolume::write_all() {
    if (terms_.is_read_only) return {};
    return for_each_node([](NodeBase& each) { return each.write_back(); });
}

FileSystem::Statistics NfsVolume::statistics() {
    auto const guard = lock();
    nfs3::Fsstat3args asked{terms_.root.argument()};
    nfs3::Fsstat3res found;
    (void)calls_(nfs3::nfsproc3_fsstat_3, asked, found); // of an error all is 0
    nfs3::Fsstat3resok const& of = found.resok;
    return {linux_format,
            block_bytes,
            of.tbytes / block_bytes,
            of.fbytes / block_bytes,
            of.abytes / block_bytes,
            of.tfiles,
            of.ffiles,
            Directory::name_max,
            terms_.is_read_only};
}

void NfsVolume::wake() {
    owner_.wake();
}

void NfsVolume::wake_reader() {
    owner_.wake_reader();
}

Outcome<void> NfsVolume::check_writable() {
    if (terms_.is_read_only) return FsError{FsError::read_only};
    return {};
}

/// Servers make nodes together with their names.
Outcome<NodeBase*> NfsVolume::make_node(DirectoryNode&, Directory::Beginning const&) {
    return FsError{FsError::not_supported};
}

Outcome<nfs3::Fattr3> NfsVolume::attributes_of(FileHandle const& handle) {
    nfs3::Getattr3args asked{handle.argument()};
    nfs3::Getattr3res found;
    TRY(calls_(nfs3::nfsproc3_getattr_3, asked, found));
    return found.resok.obj_attributes;
}

Outcome<NodeBase*> NfsVolume::adopt(FileHandle const& handle, nfs3::PostOpAttr const& attributes) {
    if (handle.is_empty()) return FsError{FsError::corrupt};
    nfs3::Fattr3 const now =
        attributes.attributes_follow ? attributes.attributes : TRY(attributes_of(handle));
    u64 const number = TRY(number_for(handle, now));
    loaded_ = handle;
    loaded_attributes_ = now;
    HeldNode found(*this, TRY(node(number)));
    Remote& of = remote(*found);
    of.learn(now, calls_.now_ns(), Remote::Change::is_anybodys);
    TRY(of.renew());
    return found.leave();
}

/// Another number than the server's if another node has that one: the server may have given it to
/// a new one while somebody holds the old.
Outcome<u64> NfsVolume::number_for(FileHandle const& handle, nfs3::Fattr3 const& attributes) {
    u64 number = attributes.fileid;
    for (u32 i = 0; i < same_numbers_max; ++i) {
        if (!is_known(number)) return number;
        HeldNode const known(*this, TRY(node(number)));
        Remote const& of = remote(*known);
        if (of.handle() == handle && of.seen().type == attributes.type) return number;
        number = number * 0x9e37'79b9'7f4a'7c15 + 1;
    }
    return FsError{FsError::stale};
}

/// Makes the object for what was adopted last, or for the root, which always can be.
Outcome<NodeBase*> NfsVolume::load(u64 number) {
    bool const is_root = number == limits().root && !(loaded_ == terms_.root);
    if (is_root) {
        loaded_attributes_ = TRY(attributes_of(terms_.root));
        loaded_ = terms_.root;
    }
    Facts facts = facts_of(loaded_attributes_);
    facts.number = number;
    NodeState const state{loaded_, loaded_attributes_, calls_.now_ns()};
    switch (facts.kind) {
    case Node::Kind::file:
        return TRY(make<NfsFile>(*this, facts, state));
    case Node::Kind::directory:
        return TRY(make<NfsDirectory>(*this, facts, state));
    case Node::Kind::symbolic_link:
        return TRY(make<NfsLink>(*this, facts, state));
    default:
        return TRY(make<NfsNode>(*this, facts, state));
    }
}

Outcome<void> NfsVolume::refresh(Remote& of) {
    nfs3::Fattr3 const now = TRY(attributes_of(of.handle()));
    of.learn(now, calls_.now_ns(), Remote::Change::is_anybodys);
    return of.renew();
}

Outcome<void> NfsVolume::refresh_if_old(Remote& of) {
    if (is_fresh(of)) return {};
    return refresh(of);
}

Outcome<void> NfsVolume::set_attributes(Remote& of, nfs3::Sattr3 const& attributes) {
    TRY(check_writable());
    nfs3::Setattr3args asked{of.handle().argument(), attributes, {}};
    nfs3::Setattr3res done;
    TRY(calls_(nfs3::nfsproc3_setattr_3, asked, done));
    of.learn(done.resok.obj_wcc, calls_.now_ns());
    return {};
}

/// As all clients do it: the server knows of no holder, and would end the node.
Outcome<void> NfsVolume::hide(NfsDirectory& from, Text name, Remote& of) {
    if (hidden_names_ == 0) hidden_names_ = static_cast<u32>(now() / 1'000'000);
    u32 const number = max(++hidden_names_, 1);
    TextBuffer<40> hidden;
    write_hidden_name(hidden, of.seen().fileid, number);
    TRY(from.rename_on_server(name, from, hidden.text()));
    of.hidden() = {from.handle(), number};
    of.node().facts().links = 0;
    return {};
}

Outcome<void> NfsVolume::remove_hidden(Remote& of) {
    if (of.hidden().number == 0) return {};
    TextBuffer<40> name;
    write_hidden_name(name, of.seen().fileid, of.hidden().number);
    nfs3::Remove3args asked{{of.hidden().directory.argument(), argument_of(name.text())}};
    nfs3::Remove3res done;
    return calls_(nfs3::nfsproc3_remove_3, asked, done);
}

Outcome<void> NfsVolume::close() {
    TRY(write_all());
    listing_.forget();
    forget_all();
    return {};
}

void write_hidden_name(TextSink& to, u64 file, u32 number) {
    format(to, ".nfs{x}-{x}", file, number);
}

} // namespace flat::fs::nfs
