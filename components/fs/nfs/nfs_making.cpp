// SPDX-License-Identifier: BSD-2-Clause
// Directories of a server: names of new nodes.
#include <fs/nfs/nfs_directory.hpp>

#include <core/top.hpp>
#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::nfs {

namespace {

nfs3::Sattr3 mode_of(Directory::Beginning const& as) {
    nfs3::Sattr3 begins;
    begins.mode = {true, as.mode & NodeBase::mode_bits};
    return begins;
}

} // namespace

Outcome<Node*> NfsDirectory::create(Span<u8 const> bytes, Beginning const& as) {
    if (as.kind == Kind::symbolic_link) return FsError{FsError::Code::invalid};
    auto const guard = volume().lock();
    Text const name = TRY(name_in(bytes));
    TRY(may_make(name));
    if (as.kind == Kind::file) return static_cast<Node*>(TRY(make_file(name, as)));
    if (as.kind == Kind::directory) return static_cast<Node*>(TRY(make_directory(name, as)));
    return static_cast<Node*>(TRY(make_other(name, as)));
}

Outcome<SymbolicLink*> NfsDirectory::create_link(Span<u8 const> bytes, Span<u8 const> target,
                                                 Beginning const& as) {
    if (target.is_empty()) return FsError{FsError::Code::not_found};
    if (target.size() > SymbolicLink::target_max) return FsError{FsError::Code::name_too_long};
    auto const guard = volume().lock();
    Text const name = TRY(name_in(bytes));
    TRY(may_make(name));
    nfs3::Symlink3args asked{argument(name), {{}, argument_of(Text::from_bytes(target))}};
    nfs3::Symlink3res done;
    HandlePlace const place(done.resok.obj.handle);
    auto const outcome = nfs().calls()(nfs3::nfsproc3_symlink_3, asked, done);
    has_changed(done.resok.dir_wcc);
    Beginning begins = as;
    begins.kind = Kind::symbolic_link;
    HeldNode node(volume(),
                  TRY(made(name, outcome, done.resok.obj, done.resok.obj_attributes, begins)));
    auto* const link = narrow_to<SymbolicLink>(*node);
    if (!link) return FsError{FsError::Code::corrupt};
    node.leave();
    return link;
}

/// Names of our own are always there. What a server would make of a name that is there, it says.
Outcome<void> NfsDirectory::may_make(Text name) {
    TRY(volume().check_writable());
    if (is_own_name(name)) return FsError{FsError::Code::exists};
    if (facts().links == 0) return FsError{FsError::Code::not_found};
    return {};
}

/// Exclusively: an attempt that is made again finds its own file by the verifier. A server that
/// does not know this way is asked for the other that does not replace anything.
Outcome<NodeBase*> NfsDirectory::make_file(Text name, Beginning const& as) {
    nfs3::Create3args asked{argument(name), {nfs3::Createmode3::exclusive, {}, {}}};
    u64 const verifier = static_cast<u64>(volume().now()) ^ (nfs().calls().now_ns() << 20);
    memcpy(asked.how.verf, &verifier, sizeof verifier);
    nfs3::Create3res done;
    HandlePlace const place(done.resok.obj.handle);
    auto outcome = nfs().calls()(nfs3::nfsproc3_create_3, asked, done);
    bool const is_unknown =
        outcome.is_error() && outcome.error().code == FsError::Code::not_supported;
    if (is_unknown) {
        asked.how.mode = nfs3::Createmode3::guarded;
        asked.how.obj_attributes = mode_of(as);
        outcome = nfs().calls()(nfs3::nfsproc3_create_3, asked, done);
    }
    has_changed(done.resok.dir_wcc);
    HeldNode node(volume(),
                  TRY(made(name, outcome, done.resok.obj, done.resok.obj_attributes, as)));
    if (!is_unknown) {
        // The verifier may lie where times do: they are set, too.
        nfs3::Sattr3 change = mode_of(as);
        change.atime.set_it = change.mtime.set_it = nfs3::TimeHow::set_to_server_time;
        TRY(nfs().set_attributes(NfsVolume::remote(*node), change));
    }
    return node.leave();
}

Outcome<NodeBase*> NfsDirectory::make_directory(Text name, Beginning const& as) {
    nfs3::Mkdir3args asked{argument(name), mode_of(as)};
    nfs3::Mkdir3res done;
    HandlePlace const place(done.resok.obj.handle);
    auto const outcome = nfs().calls()(nfs3::nfsproc3_mkdir_3, asked, done);
    has_changed(done.resok.dir_wcc);
    return made(name, outcome, done.resok.obj, done.resok.obj_attributes, as);
}

/// A device, a pipe, a socket.
Outcome<NodeBase*> NfsDirectory::make_other(Text name, Beginning const& as) {
    nfs3::Mknod3args asked{argument(name), {type_of(as.kind), {}, {}}};
    asked.what.device = {mode_of(as), numbers_of_device(as.device)};
    asked.what.pipe_attributes = mode_of(as);
    nfs3::Mknod3res done;
    HandlePlace const place(done.resok.obj.handle);
    auto const outcome = nfs().calls()(nfs3::nfsproc3_mknod_3, asked, done);
    has_changed(done.resok.dir_wcc);
    return made(name, outcome, done.resok.obj, done.resok.obj_attributes, as);
}

/// The new node, held. Of an attempt that was carried out, and its reply lost, the next one finds
/// the name. Servers need not say the handle.
Outcome<NodeBase*> NfsDirectory::made(Text name, Outcome<void> const& outcome,
                                      nfs3::PostOpFh3 const& handle,
                                      nfs3::PostOpAttr const& attributes, Beginning const& as) {
    bool const is_there = nfs().calls().was_repeated() && outcome.is_error() &&
                          outcome.error().code == FsError::Code::exists;
    if (!is_there) TRY(outcome);
    bool const is_known = !is_there && handle.handle_follows;
    Span<u8 const> const bytes(handle.handle.data.data, handle.handle.data.size);
    HeldNode node(volume(),
                  is_known ? TRY(nfs().adopt(FileHandle(bytes), attributes)) : TRY(child(name)));
    if (node->facts().kind != as.kind) return FsError{FsError::Code::corrupt};
    TRY(give_owner(*node, as));
    return node.leave();
}

/// Servers give new nodes to the user whose credential calls have. What they do not allow, stays.
Outcome<void> NfsDirectory::give_owner(NodeBase& node, Beginning const& as) {
    if (node.facts().owner == as.owner && node.facts().group == as.group) return {};
    nfs3::Sattr3 change;
    change.uid = {true, as.owner};
    change.gid = {true, as.group};
    auto const outcome = nfs().set_attributes(NfsVolume::remote(node), change);
    bool const is_refused = outcome.is_error() && outcome.error().code == FsError::Code::forbidden;
    return is_refused ? Outcome<void>() : outcome;
}

} // namespace flat::fs::nfs
