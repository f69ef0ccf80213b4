// SPDX-License-Identifier: BSD-2-Clause
// What nodes of a server have in common, and those that are not files or directories.
#pragma once

#include <fs/nfs/nfs_volume.hpp>
#include <fs/nodes/link_node.hpp>

namespace flat::fs::nfs {

/// What a node begins with.
struct NodeState {
    FileHandle handle;
    nfs3::Fattr3 attributes;
    u64 now_ns;
};

/// What the server keeps: a change is a call, and nothing else is to be saved.
template<class Base>
class OnServer : public Base, public Remote {
public:
    template<class... More>
    OnServer(NfsVolume& volume, Facts const& facts, NodeState const& state, More... more)
        : Base(volume, facts, more...), Remote(state.handle, state.attributes, state.now_ns) {}

    /// What is too old is asked for first, and is as it was if the server does not answer.
    Node::Attributes attributes() override {
        if (!nfs().is_fresh(*this)) {
            auto const guard = nfs().lock();
            (void)nfs().refresh_if_old(*this);
        }
        return Base::attributes();
    }
    Outcome<void> set_mode(u32 mode) override {
        nfs3::Sattr3 change;
        change.mode = {true, mode & NodeBase::mode_bits};
        return set(change);
    }
    Outcome<void> set_owner(u32 owner, u32 group) override {
        nfs3::Sattr3 change;
        change.uid = {true, owner};
        change.gid = {true, group};
        return set(change);
    }
    Outcome<void> set_times(i64 accessed_ns, i64 modified_ns) override {
        nfs3::Sattr3 change;
        change.atime = {nfs3::TimeHow::set_to_client_time, time_of(accessed_ns)};
        change.mtime = {nfs3::TimeHow::set_to_client_time, time_of(modified_ns)};
        return set(change);
    }
    void* narrow(InterfaceId id) override {
        if (id == Remote::interface_id) return static_cast<Remote*>(this);
        return Base::narrow(id);
    }

    u64 sectors() override { return seen().used / 512; }
    Outcome<void> save() override { return {}; }
    Outcome<void> erase() override { return nfs().remove_hidden(*this); }
    NodeBase& node() override { return *this; }

protected:
    ~OnServer() = default;

    NfsVolume& nfs() { return static_cast<NfsVolume&>(this->volume()); }

    Outcome<void> set(nfs3::Sattr3 const& change) {
        auto const guard = nfs().lock();
        return nfs().set_attributes(*this, change);
    }
};

/// A symbolic link: its path is asked for each time.
class NfsLink final : public OnServer<LinkNode> {
public:
    using OnServer::OnServer;

    u64 size_bytes() override { return seen().size; }
    Outcome<u32> target(Span<u8> destination) override;

    /// Servers make links with their paths.
    Outcome<void> set_target(Span<u8 const>) override {
        return FsError{FsError::Code::not_supported};
    }
    void destroy() override { volume().dispose(*this); }
};

/// A device, a pipe, a socket.
class NfsNode final : public OnServer<NodeBase> {
public:
    using OnServer::OnServer;

    void destroy() override { volume().dispose(*this); }
};

} // namespace flat::fs::nfs
