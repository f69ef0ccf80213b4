// SPDX-License-Identifier: BSD-2-Clause
// Directories of a server.
#pragma once

#include <flat/fs/directory.hpp>
#include <fs/nfs/nfs_nodes.hpp>

namespace flat::fs::nfs {

/// A directory, whose rules of names are the server's: ours are only that mounts keep their names,
/// and that a node which is held lives on without one.
class NfsDirectory final : public OnServer<NodeBase>, public Directory {
public:
    using OnServer::OnServer;

    /// By this identity a directory tells its object to its own volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.nfs.NfsDirectory");

    Outcome<Node*> lookup(Span<u8 const> name) override;
    Outcome<Node*> create(Span<u8 const> name, Beginning const& beginning) override;
    Outcome<SymbolicLink*> create_link(Span<u8 const> name, Span<u8 const> target,
                                       Beginning const& beginning) override;
    Outcome<void> link(Span<u8 const> name, Node& node) override;
    Outcome<void> unlink(Span<u8 const> name) override;
    Outcome<void> remove_directory(Span<u8 const> name) override;
    Outcome<void> rename(Span<u8 const> name, Directory& to, Span<u8 const> new_name) override;
    Outcome<Entry> next(u64 place, Span<u8> name) override;
    void set_covered(bool is_covered) override;
    void* narrow(InterfaceId id) override;
    void destroy() override { volume().dispose(*this); }
    u64 size_bytes() override { return seen().size; }

    // Callers of what follows hold the volume's lock.

    /// The name moves on the server, whatever is there.
    Outcome<void> rename_on_server(Text name, NfsDirectory& to, Text new_name);

    Outcome<Kind> kind_of(Text name);

    /// What the server has sent with the names before, for those that follow.
    nfs3::Cookieverf3& verifier() { return verifier_; }

    /// Counts a name of an iteration; false if there are more than any directory has.
    bool counts_name(u64 place);

private:
    Outcome<NodeBase*> child(Text name);
    Outcome<NodeBase*> ask(Text name);
    void outdate() override { volume().names().forget_names_in(*this); }
    Outcome<void> may_make(Text name);
    Outcome<NodeBase*> make_file(Text name, Beginning const& as);
    Outcome<NodeBase*> make_directory(Text name, Beginning const& as);
    Outcome<NodeBase*> make_other(Text name, Beginning const& as);
    Outcome<NodeBase*> made(Text name, Outcome<void> const& outcome, nfs3::PostOpFh3 const& handle,
                            nfs3::PostOpAttr const& attributes, Beginning const& as);
    Outcome<void> give_owner(NodeBase& node, Beginning const& as);
    Outcome<bool> is_below(NodeBase const& other);
    Outcome<void> check_replaced(NodeBase& moved, NodeBase& replaced);
    nfs3::Diropargs3 argument(Text name) { return {handle().argument(), argument_of(name)}; }
    void has_changed(nfs3::WccData const& of);

    bool is_covered_ = false;
    u64 names_given_ = 0;
    nfs3::Cookieverf3 verifier_ = {};
};

} // namespace flat::fs::nfs
