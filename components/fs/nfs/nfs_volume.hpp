// SPDX-License-Identifier: BSD-2-Clause
// A directory of a server's with all below it.
#pragma once

#include <fs/nfs/listing.hpp>
#include <fs/nfs/page_transfers.hpp>
#include <fs/nfs/remote.hpp>
#include <fs/nfs/server_calls.hpp>
#include <fs/nodes/volume.hpp>

namespace flat {
class TextSink;
}

namespace flat::fs::nfs {

class Nfs;
class NfsDirectory;

/// Nodes have the server's numbers; one that has the number of another, held one, another. What
/// nodes are is asked again when it is older than `age_ns`. All calls but those that fill pages are
/// made with the lock, one after the other.
class NfsVolume final : public Volume {
public:
    /// What the server has said of itself, and what was asked for.
    struct Terms {
        FileHandle root;
        nfs3::Fattr3 root_attributes;
        u32 read_bytes;    // at most, by one call
        u32 write_bytes;   // the same
        u32 listing_bytes; // of a reply with names
        u32 links_max;
        u64 file_bytes_max;
        u64 age_ns;
        u64 names_max;   // of a directory, after which it is taken to be endless
        u32 ahead_pages; // how far one is read ahead that is read in a row
        bool is_read_only;
    };

    NfsVolume(Nfs& owner, Services const& services, ServerCalls& calls, Terms const& terms,
              Span<u8> buffer);
    ~NfsVolume() = default;

    Outcome<void> unmount() override;
    Outcome<void> sync() override;

    /// Asks the server; of one that does not answer, nothing is known.
    Statistics statistics() override;

    Terms const& terms() const { return terms_; }
    ServerCalls& calls() { return calls_; }
    PageTransfers& transfers() { return transfers_; }

    /// Whether what a node is need not be asked. Also without the lock.
    bool is_fresh(Remote const& of) {
        u64 const now_ns = calls_.now_ns();
        return of.is_known_since(now_ns > terms_.age_ns ? now_ns - terms_.age_ns : 0);
    }

    /// Have a thread look for pages to write, or one of those that read them. Also without the
    /// lock.
    void wake();
    void wake_reader();

    // Callers of what follows hold the lock.

    Outcome<void> check_writable() override;
    bool serve() override { return transfers_.write_all() || transfers_.read_next(); }
    Outcome<NodeBase*> make_node(DirectoryNode&, Directory::Beginning const&) override;
    Listing& listing() { return listing_; }

    /// The node that the server has named, held. What is not said of it is asked.
    Outcome<NodeBase*> adopt(FileHandle const& handle, nfs3::PostOpAttr const& attributes);

    /// Asks how a node is now.
    Outcome<void> refresh(Remote& of);
    Outcome<void> refresh_if_old(Remote& of);

    Outcome<void> set_attributes(Remote& of, nfs3::Sattr3 const& attributes);

    /// Gives a node that is held, and loses its last name, a hidden one.
    Outcome<void> hide(NfsDirectory& from, Text name, Remote& of);

    /// Takes away the hidden name of a node that nobody holds any more.
    Outcome<void> remove_hidden(Remote& of);

    static Remote& remote(NodeBase& node) {
        return *static_cast<Remote*>(node.narrow(Remote::interface_id));
    }

private:
    Outcome<nfs3::Fattr3> attributes_of(FileHandle const& handle);
    Outcome<u64> number_for(FileHandle const& handle, nfs3::Fattr3 const& attributes);
    Outcome<NodeBase*> load(u64 number) override;
    Outcome<void> close() override;
    Outcome<void> write_all();

    Nfs& owner_;
    ServerCalls& calls_;
    Terms terms_;
    PageTransfers transfers_;
    Listing listing_;
    FileHandle loaded_; // the one of which `load` makes a node
    nfs3::Fattr3 loaded_attributes_;
    u32 hidden_names_ = 0;
};

/// The name that a hidden one has on the server.
void write_hidden_name(TextSink& to, u64 file, u32 number);

} // namespace flat::fs::nfs
