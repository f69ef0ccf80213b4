// SPDX-License-Identifier: BSD-2-Clause
// An NFS server in the process of a test, over a file system of ours.
#pragma once

#include <fs/nfs/conversion.hpp>
#include <fs/nfs/mount3_server.x.hpp>
#include <fs/nfs/nfs3_server.x.hpp>
#include <fs/testing.hpp>

#include <cstring>
#include <list>
#include <map>

namespace flat::fs::nfs::testing {

using fs::testing::Bytes;
using nfs3::Nfsstat3;

/// What a server does not do as others, and what it was asked for.
struct Manners {
    bool has_exclusive = true;
    bool has_readdirplus = true;
    bool says_handles = true;
    bool says_before = true;    // how a node was before a change
    bool keeps_unstable = true; // false: every reply is of another life of the server
    u32 bytes_max = 65536;      // of a READ or WRITE
    u32 names_max = 20;         // in a reply
    u32 jukebox = 0;            // so many calls are answered by NFS3ERR_JUKEBOX
};

/// NFS version 3 over a file system. A node's handle is its number; its holder is the server until
/// its last name is gone.
class Server final : public nfs3::NfsProgram3 {
public:
    explicit Server(FileSystem& files) : root_(files.root().value()) { keep(*root_); }
    ~Server() {
        for (auto const& [number, node] : nodes_)
            node->release();
    }

    Manners manners;
    std::map<std::string, u32> calls;

    /// Nodes whose last name was taken away by others end.
    void forget_ended() { drop_ended(); }

    /// What a client begins with.
    Bytes root_handle() { return handle_of(*root_); }

    Refused nfsproc3_null_3(Caller const&) override { return {}; }

    Refused nfsproc3_getattr_3(Caller const&, nfs3::Getattr3args& asked,
                               nfs3::Getattr3res& done) override {
        Node* const found = begin("getattr", asked.object, done.status);
        if (found) done.resok.obj_attributes = attributes(*found);
        return {};
    }

    Refused nfsproc3_setattr_3(Caller const&, nfs3::Setattr3args& asked,
                               nfs3::Setattr3res& done) override {
        Node* const found = begin("setattr", asked.object, done.status);
        if (!found) return {};
        Change change(*this, *found, done.resok.obj_wcc);
        set(*found, asked.new_attributes, done.status);
        return {};
    }

    Refused nfsproc3_lookup_3(Caller const&, nfs3::Lookup3args& asked,
                              nfs3::Lookup3res& done) override {
        Directory* const in = directory("lookup", asked.what.dir, done.status);
        if (!in) return {};
        auto const found = in->lookup(name(asked.what));
        if (!ok(found, done.status)) return {};
        done.resok.object = give(*found.value());
        done.resok.obj_attributes = after(*found.value());
        done.resok.dir_attributes = after(*in);
        return {};
    }

    Refused nfsproc3_access_3(Caller const&, nfs3::Access3args& asked,
                              nfs3::Access3res& done) override {
        Node* const found = begin("access", asked.object, done.status);
        if (!found) return {};
        bool const may_write = found->attributes().mode & 0200;
        done.resok.obj_attributes = after(*found);
        done.resok.access = may_write ? asked.access : asked.access & nfs3::access3_read;
        return {};
    }

    Refused nfsproc3_readlink_3(Caller const&, nfs3::Readlink3args& asked,
                                nfs3::Readlink3res& done) override {
        Node* const found = begin("readlink", asked.symlink, done.status);
        if (!found) return {};
        auto* const link = narrow_to<SymbolicLink>(*found);
        if (!link) return fail(Nfsstat3::nfs3err_inval, done.status);
        Bytes& room = rooms_.emplace_back(nfs3::nfs3_path_max);
        u32 const size = link->target({room.data(), room.size()}).value();
        done.resok.data = {room.data(), size};
        return {};
    }

    Refused nfsproc3_read_3(Caller const&, nfs3::Read3args& asked, nfs3::Read3res& done) override {
        auto* const file = this->file("read", asked.file, done.status);
        if (!file) return {};
        Bytes& room = rooms_.emplace_back(std::min(asked.count, manners.bytes_max));
        auto const bytes = file->read(asked.offset, {room.data(), room.size()});
        if (!ok(bytes, done.status)) return {};
        u32 const count = static_cast<u32>(bytes.value());
        done.resok.file_attributes = after(*file);
        done.resok.count = count;
        done.resok.eof = asked.offset + count >= file->attributes().size_bytes;
        done.resok.data = {room.data(), count};
        return {};
    }

    Refused nfsproc3_write_3(Caller const&, nfs3::Write3args& asked,
                             nfs3::Write3res& done) override {
        auto* const file = this->file("write", asked.file, done.status);
        if (!file) return {};
        Change change(*this, *file, done.resok.file_wcc);
        u32 const count = std::min(asked.count, manners.bytes_max);
        bool const is_lost = asked.stable == nfs3::StableHow::unstable && !manners.keeps_unstable;
        if (!is_lost && !ok(file->write(asked.offset, {asked.data.data, count}), done.status))
            return {};
        done.resok.count = count;
        done.resok.committed = asked.stable;
        say_verifier(done.resok.verf);
        return {};
    }

    Refused nfsproc3_create_3(Caller const&, nfs3::Create3args& asked,
                              nfs3::Create3res& done) override {
        Directory* const in = directory("create", asked.where.dir, done.status);
        if (!in) return {};
        bool const is_exclusive = asked.how.mode == nfs3::Createmode3::exclusive;
        if (is_exclusive && !manners.has_exclusive)
            return fail(Nfsstat3::nfs3err_notsupp, done.status);
        u32 const mode = is_exclusive ? 0 : asked.how.obj_attributes.mode.mode;
        return make(*in, asked.where, {Node::Kind::file, mode, 0, 0, 0}, done);
    }

    Refused nfsproc3_mkdir_3(Caller const&, nfs3::Mkdir3args& asked,
                             nfs3::Mkdir3res& done) override {
        Directory* const in = directory("mkdir", asked.where.dir, done.status);
        if (!in) return {};
        u32 const mode = asked.attributes.mode.mode;
        return make(*in, asked.where, {Node::Kind::directory, mode, 0, 0, 0}, done);
    }

    Refused nfsproc3_symlink_3(Caller const&, nfs3::Symlink3args& asked,
                               nfs3::Symlink3res& done) override {
        Directory* const in = directory("symlink", asked.where.dir, done.status);
        if (!in) return {};
        Change change(*this, *in, done.resok.dir_wcc);
        auto const& path = asked.symlink.symlink_data;
        auto const made = in->create_link(name(asked.where), {path.data, path.size}, {});
        if (ok(made, done.status)) say_made(*made.value(), done.resok);
        return {};
    }

    Refused nfsproc3_mknod_3(Caller const&, nfs3::Mknod3args& asked,
                             nfs3::Mknod3res& done) override {
        Directory* const in = directory("mknod", asked.where.dir, done.status);
        if (!in) return {};
        bool const is_pipe = asked.what.type == nfs3::Ftype3::nf3fifo;
        auto const kind = is_pipe ? Node::Kind::pipe : Node::Kind::character_device;
        u64 const device =
            u64{asked.what.device.spec.specdata1} << 8 | asked.what.device.spec.specdata2;
        return make(*in, asked.where, {kind, 0600, 0, 0, is_pipe ? 0 : device}, done);
    }

    Refused nfsproc3_remove_3(Caller const&, nfs3::Remove3args& asked,
                              nfs3::Remove3res& done) override {
        Directory* const in = directory("remove", asked.object.dir, done.status);
        if (!in) return {};
        Change change(*this, *in, done.resok.dir_wcc);
        (void)ok(in->unlink(name(asked.object)), done.status);
        drop_ended();
        return {};
    }

    Refused nfsproc3_rmdir_3(Caller const&, nfs3::Rmdir3args& asked,
                             nfs3::Rmdir3res& done) override {
        Directory* const in = directory("rmdir", asked.object.dir, done.status);
        if (!in) return {};
        Change change(*this, *in, done.resok.dir_wcc);
        (void)ok(in->remove_directory(name(asked.object)), done.status);
        drop_ended();
        return {};
    }

    Refused nfsproc3_rename_3(Caller const&, nfs3::Rename3args& asked,
                              nfs3::Rename3res& done) override {
        Directory* const from = directory("rename", asked.from.dir, done.status);
        if (!from) return {};
        Directory* const to = directory("rename to", asked.to.dir, done.status);
        if (!to) return {};
        Change first(*this, *from, done.resok.fromdir_wcc);
        Change second(*this, *to, done.resok.todir_wcc);
        (void)ok(from->rename(name(asked.from), *to, name(asked.to)), done.status);
        drop_ended();
        return {};
    }

    Refused nfsproc3_link_3(Caller const&, nfs3::Link3args& asked, nfs3::Link3res& done) override {
        Node* const found = begin("link", asked.file, done.status);
        if (!found) return {};
        Directory* const in = directory("link in", asked.link.dir, done.status);
        if (!in) return {};
        Change change(*this, *in, done.resok.linkdir_wcc);
        (void)ok(in->link(name(asked.link), *found), done.status);
        return {};
    }

    Refused nfsproc3_readdir_3(Caller const&, nfs3::Readdir3args& asked,
                               nfs3::Readdir3res& done) override {
        Directory* const in = directory("readdir", asked.dir, done.status);
        if (!in) return {};
        nfs3::Entry3** link = &done.resok.reply.entries;
        done.resok.reply.eof =
            for_each(*in, asked.cookie, [&](Directory::Entry const& of, rpc::XdrBytes const& name) {
                nfs3::Entry3& entry = plain_.emplace_back();
                entry = {of.number, name, of.next, nullptr};
                *link = &entry;
                link = &entry.nextentry;
            });
        return {};
    }

    Refused nfsproc3_readdirplus_3(Caller const&, nfs3::Readdirplus3args& asked,
                                   nfs3::Readdirplus3res& done) override {
        Directory* const in = directory("readdirplus", asked.dir, done.status);
        if (!in) return {};
        if (!manners.has_readdirplus) return fail(Nfsstat3::nfs3err_notsupp, done.status);
        nfs3::Entryplus3** link = &done.resok.reply.entries;
        done.resok.dir_attributes = after(*in);
        done.resok.reply.eof =
            for_each(*in, asked.cookie, [&](Directory::Entry const& of, rpc::XdrBytes const& name) {
                nfs3::Entryplus3& entry = entries_.emplace_back();
                entry = {of.number, name, of.next, {}, {}, nullptr};
                Node& node = *in->lookup({name.data, name.size}).value();
                entry.name_handle = {true, give(node)};
                entry.name_attributes = after(node);
                *link = &entry;
                link = &entry.nextentry;
            });
        return {};
    }

    Refused nfsproc3_fsstat_3(Caller const&, nfs3::Fsstat3args& asked,
                              nfs3::Fsstat3res& done) override {
        if (!begin("fsstat", asked.fsroot, done.status)) return {};
        done.resok.tbytes = 1 << 30;
        done.resok.fbytes = done.resok.abytes = 1 << 29;
        done.resok.tfiles = 1000;
        done.resok.ffiles = done.resok.afiles = 500;
        return {};
    }

    Refused nfsproc3_fsinfo_3(Caller const&, nfs3::Fsinfo3args& asked,
                              nfs3::Fsinfo3res& done) override {
        if (!begin("fsinfo", asked.fsroot, done.status)) return {};
        done.resok.rtmax = done.resok.wtmax = done.resok.dtpref = manners.bytes_max;
        done.resok.maxfilesize = u64{1} << 40;
        return {};
    }

    Refused nfsproc3_pathconf_3(Caller const&, nfs3::Pathconf3args& asked,
                                nfs3::Pathconf3res& done) override {
        if (!begin("pathconf", asked.object, done.status)) return {};
        done.resok.linkmax = 1000;
        done.resok.name_max = Directory::name_max;
        return {};
    }

    Refused nfsproc3_commit_3(Caller const&, nfs3::Commit3args& asked,
                              nfs3::Commit3res& done) override {
        Node* const found = begin("commit", asked.file, done.status);
        if (!found) return {};
        Change change(*this, *found, done.resok.file_wcc);
        say_verifier(done.resok.verf);
        return {};
    }

    void release(rpc::XdrValue&) override {
        rooms_.clear();
        plain_.clear();
        entries_.clear();
    }

private:
    /// What a node is before and after a change.
    class Change {
    public:
        Change(Server& server, Node& node, nfs3::WccData& result)
            : server_(server), node_(node), result_(result) {
            nfs3::Fattr3 const now = attributes(node);
            result.before = {server.manners.says_before, {now.size, now.mtime, now.ctime}};
        }
        ~Change() { result_.after = server_.after(node_); }

    private:
        Server& server_;
        Node& node_;
        nfs3::WccData& result_;
    };

    static Bytes handle_of(Node& node) {
        u64 const number = node.attributes().number;
        Bytes bytes(sizeof number);
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }

    static nfs3::Fattr3 attributes(Node& node) {
        Node::Attributes const of = node.attributes();
        nfs3::Fattr3 result;
        result.type = type_of(of.kind);
        result.mode = of.mode;
        result.nlink = of.links;
        result.size = of.size_bytes;
        result.used = of.sectors * 512;
        result.rdev = numbers_of_device(of.device);
        result.fileid = of.number;
        result.atime = time_of(of.accessed_ns);
        result.mtime = time_of(of.modified_ns);
        result.ctime = time_of(of.changed_ns);
        return result;
    }
    nfs3::PostOpAttr after(Node& node) { return {true, attributes(node)}; }

    static Span<u8 const> name(nfs3::Diropargs3 const& of) { return {of.name.data, of.name.size}; }

    /// A node of this number is known from now on; its hold is taken over.
    Node& keep(Node& node) {
        auto const [place, is_new] = nodes_.emplace(node.attributes().number, &node);
        if (!is_new) node.release();
        return *place->second;
    }
    nfs3::NfsFh3 give(Node& node) {
        Bytes& room = rooms_.emplace_back(handle_of(keep(node)));
        return {{room.data(), static_cast<u32>(room.size())}};
    }
    void drop_ended() {
        for (auto each = nodes_.begin(); each != nodes_.end();) {
            bool const has_ended = each->second->attributes().links == 0;
            if (has_ended) each->second->release();
            each = has_ended ? nodes_.erase(each) : std::next(each);
        }
    }

    Node* begin(char const* call, nfs3::NfsFh3 const& handle, Nfsstat3& status) {
        ++calls[call];
        status = Nfsstat3::nfs3err_jukebox;
        if (manners.jukebox != 0) return --manners.jukebox, nullptr;
        status = Nfsstat3::nfs3err_stale;
        u64 number = 0;
        if (handle.data.size != sizeof number) return nullptr;
        std::memcpy(&number, handle.data.data, sizeof number);
        auto const found = nodes_.find(number);
        if (found == nodes_.end()) return nullptr;
        status = Nfsstat3::nfs3_ok;
        return found->second;
    }
    template<class T>
    T* begin_as(char const* call, nfs3::NfsFh3 const& handle, Nfsstat3& status, Nfsstat3 other) {
        Node* const found = begin(call, handle, status);
        T* const result = found ? narrow_to<T>(*found) : nullptr;
        if (found && !result) status = other;
        return result;
    }
    Directory* directory(char const* call, nfs3::NfsFh3 const& handle, Nfsstat3& status) {
        return begin_as<Directory>(call, handle, status, Nfsstat3::nfs3err_notdir);
    }
    File* file(char const* call, nfs3::NfsFh3 const& handle, Nfsstat3& status) {
        return begin_as<File>(call, handle, status, Nfsstat3::nfs3err_inval);
    }

    static Refused fail(Nfsstat3 how, Nfsstat3& status) {
        status = how;
        return {};
    }
    template<class R>
    static bool ok(R const& outcome, Nfsstat3& status) {
        if (outcome.is_ok()) return true;
        status = Nfsstat3::nfs3err_io;
        for (u32 code = 0; code < 100; ++code) {
            auto const meaning = outcome_of(static_cast<Nfsstat3>(code));
            if (meaning.is_error() && meaning.error().code == outcome.error().code)
                status = static_cast<Nfsstat3>(code);
        }
        return false;
    }

    template<class Result>
    Refused make(Directory& in, nfs3::Diropargs3 const& where, Directory::Beginning const& as,
                 Result& done) {
        Change change(*this, in, done.resok.dir_wcc);
        auto const made = in.create(name(where), as);
        if (ok(made, done.status)) say_made(*made.value(), done.resok);
        return {};
    }
    template<class Result>
    void say_made(Node& made, Result& result) {
        nfs3::NfsFh3 const handle = give(made);
        result.obj = {manners.says_handles, handle};
        result.obj_attributes = after(made);
    }

    void set(Node& node, nfs3::Sattr3 const& to, Nfsstat3& status) {
        if (to.mode.set_it) (void)ok(node.set_mode(to.mode.mode), status);
        if (to.uid.set_it) (void)ok(node.set_owner(to.uid.uid, to.gid.gid), status);
        auto* const file = narrow_to<File>(node);
        if (to.size.set_it && file) (void)ok(file->truncate(to.size.size), status);
        if (to.atime.set_it == nfs3::TimeHow::set_to_client_time)
            (void)ok(node.set_times(ns_of(to.atime.atime), ns_of(to.mtime.mtime)), status);
    }

    /// Whether these are the last.
    template<class Do>
    bool for_each(Directory& in, u64 place, Do act) {
        for (u32 i = 0; i < manners.names_max; ++i) {
            Bytes& room = rooms_.emplace_back(Directory::name_max);
            auto const entry = in.next(place, {room.data(), room.size()}).value();
            if (entry.name_bytes == 0) return true;
            act(entry, rpc::XdrBytes{room.data(), entry.name_bytes});
            place = entry.next;
        }
        return false;
    }

    void say_verifier(nfs3::Writeverf3& verifier) {
        if (!manners.keeps_unstable) ++life_;
        std::memcpy(verifier, &life_, sizeof verifier);
    }

    Directory* root_;
    std::map<u64, Node*> nodes_;
    std::list<Bytes> rooms_;
    std::list<nfs3::Entry3> plain_;
    std::list<nfs3::Entryplus3> entries_;
    u64 life_ = 1;
};

/// The mount protocol's server: one directory is offered.
class MountServer final : public mount3::MountProgram3 {
public:
    explicit MountServer(Server& server) : handle_(server.root_handle()) {}

    Refused mountproc3_null_3(Caller const&) override { return {}; }
    Refused mountproc3_mnt_3(Caller const&, mount3::Dirpath& path,
                             mount3::Mountres3& done) override {
        bool const is_offered = std::string(path.data, path.data + path.size) == "/files";
        done.fhs_status =
            is_offered ? mount3::Mountstat3::mnt3_ok : mount3::Mountstat3::mnt3err_acces;
        done.mountinfo.fhandle = {handle_.data(), static_cast<u32>(handle_.size())};
        mounted += is_offered;
        return {};
    }
    Refused mountproc3_dump_3(Caller const&, mount3::Mountlist&) override { return {}; }
    Refused mountproc3_umnt_3(Caller const&, mount3::Dirpath&) override {
        --mounted;
        return {};
    }
    Refused mountproc3_umntall_3(Caller const&) override { return {}; }
    Refused mountproc3_export_3(Caller const&, mount3::Exports&) override { return {}; }

    int mounted = 0;

private:
    Bytes handle_;
};

} // namespace flat::fs::nfs::testing
