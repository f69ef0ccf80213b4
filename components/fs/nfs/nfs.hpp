// SPDX-License-Identifier: BSD-2-Clause
// Directories of servers by version 3 of the NFS protocol (RFC 1813).
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <fs/nfs/nfs.flat.hpp>
#include <fs/nfs/nfs_volume.hpp>
#include <fs/service_thread.hpp>

namespace flat::fs::nfs {

/// Mounts one directory at a time: its clients are connected with one server.
class Nfs : public NfsComponent, private ServiceThread {
public:
    Nfs(Ports const& ports, Attributes const& attributes);
    ~Nfs();

    Result<FileSystem*, FsError> mount(u32 address, Span<u8 const> path,
                                       bool is_read_only) override;

    // For the volume.

    Outcome<void> unmount();
    using ServiceThread::wake;
    void wake_reader() { readers_.wake(); }

private:
    static constexpr u32 path_max = mount3::mntpathlen;

    /// The threads that read pages.
    class Readers final : public ServiceThread {
    public:
        explicit Readers(Nfs& of) : ServiceThread(*of.threads), of_(of) {}

    private:
        void serve() override { of_.read_pages(); }

        Nfs& of_;
    };

    /// Those of them that read, and of the buffers those that none of them has.
    struct Reading {
        NfsVolume* volume = nullptr;
        u32 threads = 0;
        u32 free_buffers = 0; // bits
    };

    void serve() override;
    void read_pages();
    void await_readers();
    Outcome<FileHandle> ask_for_root(Text path);
    Outcome<NfsVolume::Terms> ask_for_terms(FileHandle const& root, bool is_read_only);
    Outcome<NfsVolume*> make_volume(NfsVolume::Terms const& terms);
    void say_unmounted(Text path);
    void end_volume();

    ServerCalls calls_;
    WaitingLock lock_; // of the volume's life; taken before that of the volume
    NfsVolume* volume_ = nullptr;
    Readers readers_{*this};
    Guarded<Reading> reading_;
    Span<u8> buffers_; // for a call that writes, and for each thread that reads
    u8 path_[path_max];
    u32 path_bytes_ = 0;
};

} // namespace flat::fs::nfs
