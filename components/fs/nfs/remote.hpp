// SPDX-License-Identifier: BSD-2-Clause
// What is known of a node that a server has.
#pragma once

#include <core/atomic.hpp>
#include <fs/nfs/conversion.hpp>
#include <fs/nfs/file_handle.hpp>

namespace flat::fs::nfs {

/// What nodes of all kinds have of their server's. Callers hold the volume's lock.
class Remote {
public:
    /// By this identity a node tells this part of it to its volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.nfs.Remote");

    /// Who has changed what is new.
    enum class Change : u8 { is_ours, is_anybodys };

    /// A node that has lost its last name while somebody holds it has another one on the server: a
    /// number, from which that is made, in a directory. 0: it has none.
    struct HiddenName {
        FileHandle directory;
        u32 number = 0;
    };

    Remote(FileHandle const& handle, nfs3::Fattr3 const& attributes, u64 now_ns)
        : handle_(handle), seen_(attributes), seen_size_(attributes.size), seen_ns_(now_ns) {}

    FileHandle const& handle() const { return handle_; }
    nfs3::Fattr3 const& seen() const { return seen_; }

    /// As large as the server's node was. Also without the lock.
    u64 seen_size() const { return seen_size_.load(); }

    HiddenName& hidden() { return hidden_; }

    /// Whether the server has said how it is after a time. Also without the lock.
    bool is_known_since(u64 ns) const { return seen_ns_.load() > ns; }

    /// The server is to be asked before what is known is used.
    void forget_age() { seen_ns_.store(0); }

    /// The server has said how the node is now. What would make it another node is ignored.
    void learn(nfs3::Fattr3 const& now, u64 now_ns, Change change);

    /// The same after a change of ours: what it was before says whether that was the only one.
    void learn(nfs3::WccData const& of, u64 now_ns);

    /// The same if the server has said it.
    void learn(nfs3::PostOpAttr const& of, u64 now_ns);

    /// Drops what is cached of an older state. STALE; may ask the server.
    virtual Outcome<void> renew() { return {}; }

    virtual NodeBase& node() = 0;

protected:
    ~Remote() = default;

    /// Contents have been changed by somebody else.
    virtual void outdate() {}

private:
    FileHandle handle_;
    nfs3::Fattr3 seen_;
    Atomic<u64> seen_size_;
    Atomic<u64> seen_ns_;
    HiddenName hidden_;
};

} // namespace flat::fs::nfs
