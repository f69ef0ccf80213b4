// SPDX-License-Identifier: BSD-2-Clause
// Directories of a server: names that are found, go and move.
#include <fs/nfs/nfs_directory.hpp>

#include <core/top.hpp>
#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nodes/held_node.hpp>

namespace flat::fs::nfs {

namespace {

constexpr auto is_again = [](Outcome<void> const& outcome, FsError::Code code) {
    return outcome.is_error() && outcome.error().code == code;
};

} // namespace

Outcome<Node*> NfsDirectory::lookup(Span<u8 const> name) {
    auto const guard = volume().lock();
    return static_cast<Node*>(TRY(child(TRY(name_in(name)))));
}

Outcome<void> NfsDirectory::link(Span<u8 const> bytes, Node& node) {
    auto const guard = volume().lock();
    Text const name = TRY(name_in(bytes));
    NodeBase* const own = volume().own(node);
    if (!own) return FsError{FsError::Code::cross_device};
    if (own->is_directory()) return FsError{FsError::Code::is_directory};
    if (own->facts().links == 0) return FsError{FsError::Code::not_found};
    TRY(may_make(name));
    Remote& of = NfsVolume::remote(*own);
    nfs3::Link3args asked{of.handle().argument(), argument(name)};
    nfs3::Link3res done;
    auto const outcome = nfs().calls()(nfs3::nfsproc3_link_3, asked, done);
    // The first attempt may have been carried out, and its reply lost.
    bool const is_there = nfs().calls().was_repeated() && is_again(outcome, FsError::Code::exists);
    if (!is_there) TRY(outcome);
    of.forget_age();
    has_changed(done.resok.linkdir_wcc);
    own->name_comes(*this, name);
    return nfs().refresh(of);
}

Outcome<void> NfsDirectory::unlink(Span<u8 const> bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    HeldNode const node(volume(), TRY(child(name)));
    if (node->is_directory()) return FsError{FsError::Code::is_directory};
    Remote& of = NfsVolume::remote(*node);
    if (node->is_shared() && node->facts().links == 1) {
        TRY(nfs().hide(*this, name, of));
        node->name_goes(*this, name);
        return {};
    }
    nfs3::Remove3args asked{argument(name)};
    nfs3::Remove3res done;
    auto const outcome = nfs().calls()(nfs3::nfsproc3_remove_3, asked, done);
    bool const is_gone =
        nfs().calls().was_repeated() && is_again(outcome, FsError::Code::not_found);
    if (!is_gone) TRY(outcome);
    has_changed(done.resok.dir_wcc);
    node->name_goes(*this, name);
    if (node->facts().links != 0) --node->facts().links;
    of.forget_age();
    return {};
}

Outcome<void> NfsDirectory::remove_directory(Span<u8 const> bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    if (is_own_name(name))
        return FsError{name == "." ? FsError::Code::invalid : FsError::Code::not_empty};
    HeldNode const node(volume(), TRY(child(name)));
    auto* const directory = narrow_to<NfsDirectory>(*node);
    if (!directory) return FsError{FsError::Code::not_directory};
    if (directory->is_covered_) return FsError{FsError::Code::busy};
    nfs3::Rmdir3args asked{argument(name)};
    nfs3::Rmdir3res done;
    auto const outcome = nfs().calls()(nfs3::nfsproc3_rmdir_3, asked, done);
    // RFC 1813 lets servers say either.
    if (is_again(outcome, FsError::Code::exists)) return FsError{FsError::Code::not_empty};
    bool const is_gone =
        nfs().calls().was_repeated() && is_again(outcome, FsError::Code::not_found);
    if (!is_gone) TRY(outcome);
    has_changed(done.resok.dir_wcc);
    node->name_goes(*this, name);
    node->facts().links = 0;
    return {};
}

Outcome<void> NfsDirectory::rename(Span<u8 const> bytes, Directory& to, Span<u8 const> new_bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    Text const new_name = TRY(name_in(new_bytes));
    if (!volume().own(to)) return FsError{FsError::Code::cross_device};
    auto& target = *narrow_to<NfsDirectory>(to);
    if (is_own_name(name) || is_own_name(new_name)) return FsError{FsError::Code::invalid};
    HeldNode const moved(volume(), TRY(child(name)));
    auto const found = target.child(new_name);
    if (found.is_error() && found.error().code != FsError::Code::not_found) return found.error();
    HeldNode const replaced(volume(), found.is_ok() ? found.value() : nullptr);
    if (replaced.get() == moved.get()) return {};
    auto* const directory = narrow_to<NfsDirectory>(*moved);
    if (directory && directory->is_covered_) return FsError{FsError::Code::busy};
    if (!replaced.get()) {
        TRY(rename_on_server(name, target, new_name));
        moved->name_moves(*this, name, target, new_name);
        return {};
    }
    if (directory && TRY(target.is_below(*moved))) return FsError{FsError::Code::invalid};
    TRY(check_replaced(*moved, *replaced));
    if (!directory && replaced->is_shared() && replaced->facts().links == 1)
        TRY(nfs().hide(target, new_name, NfsVolume::remote(*replaced)));
    auto const outcome = rename_on_server(name, target, new_name);
    if (is_again(outcome, FsError::Code::exists)) return FsError{FsError::Code::not_empty};
    TRY(outcome);
    replaced->name_goes(target, new_name);
    moved->name_moves(*this, name, target, new_name);
    u32& links = replaced->facts().links;
    if (links != 0) links = directory ? 0 : links - 1;
    NfsVolume::remote(*replaced).forget_age();
    return {};
}

Outcome<void> NfsDirectory::check_replaced(NodeBase& moved, NodeBase& replaced) {
    auto* const directory = narrow_to<NfsDirectory>(replaced);
    if (directory && TRY(is_below(replaced))) return FsError{FsError::Code::not_empty};
    if (directory && !moved.is_directory()) return FsError{FsError::Code::is_directory};
    if (!directory && moved.is_directory()) return FsError{FsError::Code::not_directory};
    if (directory && directory->is_covered_) return FsError{FsError::Code::busy};
    return {};
}

/// Whether this is another directory, or somewhere in it. Servers may have circles.
Outcome<bool> NfsDirectory::is_below(NodeBase const& other) {
    constexpr u32 depth_max = 4096;
    NodeBase* at = TRY(volume().node(number()));
    for (u32 depth = 0; depth < depth_max; ++depth) {
        HeldNode const held(volume(), at);
        if (at == &other) return true;
        auto* const directory = narrow_to<NfsDirectory>(*at);
        if (!directory || at->number() == volume().limits().root) return false;
        at = TRY(directory->child(".."));
    }
    volume().let_go(*at);
    return FsError{FsError::Code::corrupt};
}

Outcome<void> NfsDirectory::rename_on_server(Text name, NfsDirectory& to, Text new_name) {
    nfs3::Rename3args asked{argument(name), to.argument(new_name)};
    nfs3::Rename3res done;
    auto const outcome = nfs().calls()(nfs3::nfsproc3_rename_3, asked, done);
    bool const is_gone =
        nfs().calls().was_repeated() && is_again(outcome, FsError::Code::not_found);
    if (!is_gone) TRY(outcome);
    has_changed(done.resok.fromdir_wcc);
    if (&to != this) to.has_changed(done.resok.todir_wcc);
    return {};
}

Outcome<Directory::Entry> NfsDirectory::next(u64 place, Span<u8> name) {
    if (name.size() < name_max) return FsError{FsError::Code::invalid};
    auto const guard = volume().lock();
    if (facts().links == 0) return Entry{place, 0, Kind::file, 0};
    return nfs().listing().entry_at(*this, place, name);
}

void NfsDirectory::set_covered(bool is_covered) {
    auto const guard = volume().lock();
    is_covered_ = is_covered;
}

void* NfsDirectory::narrow(InterfaceId id) {
    if (id == interface_id) return this;
    if (id == Directory::interface_id) return static_cast<Directory*>(this);
    return OnServer::narrow(id);
}

/// The node of a name, held. Above the root there is nothing, whatever the server says.
Outcome<NodeBase*> NfsDirectory::child(Text name) {
    bool const is_root = number() == volume().limits().root;
    if (name == "." || (name == ".." && is_root)) return volume().node(number());
    if (facts().links == 0) return FsError{FsError::Code::not_found};
    bool const is_fresh = nfs().is_fresh(*this);
    CachedName const* const known = is_fresh ? volume().names().find(*this, name) : nullptr;
    if (known) {
        volume().hold(*known->node);
        HeldNode node(volume(), known->node);
        auto const outcome = nfs().refresh_if_old(NfsVolume::remote(*node));
        // The server may have another one of this name: it is asked below.
        if (!is_again(outcome, FsError::Code::stale)) return node.leave();
    }
    NodeBase* const node = TRY(ask(name));
    volume().names().forget(*this, name);
    if (name != "..") volume().names().enter(*this, name, node);
    return node;
}

/// The same by what the server says.
Outcome<NodeBase*> NfsDirectory::ask(Text name) {
    if (nfs3::Entryplus3 const* const given = nfs().listing().last_given(*this, name)) {
        auto const& bytes = given->name_handle.handle.data;
        FileHandle const handle(Span<u8 const>(bytes.data, bytes.size));
        nfs3::PostOpAttr const attributes = given->name_attributes;
        return nfs().adopt(handle, attributes);
    }
    nfs3::Lookup3args asked{argument(name)};
    nfs3::Lookup3res found;
    HandlePlace const place(found.resok.object);
    TRY(nfs().calls()(nfs3::nfsproc3_lookup_3, asked, found));
    learn(found.resok.dir_attributes, nfs().calls().now_ns());
    return nfs().adopt(place.handle(), found.resok.obj_attributes);
}

Outcome<Node::Kind> NfsDirectory::kind_of(Text name) {
    HeldNode const node(volume(), TRY(child(name)));
    return node->facts().kind;
}

bool NfsDirectory::counts_name(u64 place) {
    if (place == 0) names_given_ = 0;
    return ++names_given_ <= nfs().terms().names_max;
}

/// After a change of names of ours.
void NfsDirectory::has_changed(nfs3::WccData const& of) {
    learn(of, nfs().calls().now_ns());
    outdate();
    nfs().listing().forget();
}

} // namespace flat::fs::nfs
