// SPDX-License-Identifier: BSD-2-Clause
// Directories of servers by version 3 of the NFS protocol (RFC 1813).
#pragma once

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

private:
    static constexpr u32 path_max = mount3::mntpathlen;

    void serve() override;
    Outcome<FileHandle> ask_for_root(Text path);
    Outcome<NfsVolume::Terms> ask_for_terms(FileHandle const& root, bool is_read_only);
    Outcome<NfsVolume*> make_volume(NfsVolume::Terms const& terms);
    void say_unmounted(Text path);
    void end_volume();

    ServerCalls calls_;
    WaitingLock lock_; // of the volume's life; taken before that of the volume
    NfsVolume* volume_ = nullptr;
    Span<u8> buffer_;
    u8 path_[path_max];
    u32 path_bytes_ = 0;
};

} // namespace flat::fs::nfs
