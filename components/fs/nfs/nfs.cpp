// SPDX-License-Identifier: BSD-2-Clause
// Directories of servers by version 3 of the NFS protocol (RFC 1813).
#include <fs/nfs/nfs.hpp>

#include <core/bits.hpp>
#include <fs/nfs/mount3_client.x.hpp>
#include <fs/nfs/nfs3_client.x.hpp>

namespace flat::fs::nfs {

namespace {

constexpr u64 ns_per_ms = 1'000'000;
constexpr u32 bytes_least = 512;          // of data in a call
constexpr u32 listing_bytes_max = 32'768; // of names in a reply
constexpr usize buffer_bytes = nfs3::nfs3_data_max;

/// Why a server of mounts has not answered.
FsError meaning_for_mount(rpc::RpcError error) {
    return FsError{error.code == rpc::RpcError::authentication ? FsError::Code::forbidden
                                                               : FsError::Code::no_answer};
}

u32 bounded(u32 bytes, u32 most) {
    return max(min(bytes, most), bytes_least);
}

} // namespace

Nfs::Nfs(Ports const& ports, Attributes const& attributes)
    : NfsComponent(ports, attributes), ServiceThread(*threads),
      calls_(*server, *alarms, *threads,
             {reply_ms * ns_per_ms, patience_ms * ns_per_ms, pause_ms * ns_per_ms}),
      lock_(*threads) {}

Nfs::~Nfs() {
    if (volume_) end_volume();
}

/// Both programs are where the port mapper of the server says.
Result<FileSystem*, FsError> Nfs::mount(u32 address, Span<u8 const> path, bool is_read_only) {
    WaitingLock::Guard const guard(lock_);
    if (volume_) return FsError{FsError::Code::busy};
    if (path.is_empty() || path.size() > path_max) return FsError{FsError::Code::invalid};
    TRY(start());
    TRY(readers_.start(reads));
    mounts->redirect({address, 0});
    server->redirect({address, 0});
    Text const text = Text::from_bytes(path);
    auto const root = ask_for_root(text);
    if (root.is_error()) return root.error();
    auto const terms = ask_for_terms(root.value(), is_read_only);
    auto const made = terms.is_ok() ? make_volume(terms.value()) : terms.error();
    if (made.is_error()) {
        say_unmounted(text);
        return made.error();
    }
    volume_ = made.value();
    path_bytes_ = text.write_to(path_);
    return static_cast<FileSystem*>(volume_);
}

Outcome<FileHandle> Nfs::ask_for_root(Text path) {
    u8 room[mount3::fhsize3];
    i32 flavours[mount3::flavors_max];
    mount3::Dirpath asked = argument_of(path);
    mount3::Mountres3 found;
    found.mountinfo.fhandle.data = room;
    found.mountinfo.auth_flavors.values = flavours;
    auto const called = mount3::mountproc3_mnt_3(*mounts, asked, found, patience_ms * ns_per_ms);
    if (called.is_error()) return meaning_for_mount(called.error());
    TRY(outcome_of(found.fhs_status));
    if (found.mountinfo.fhandle.size == 0) return FsError{FsError::Code::corrupt};
    return FileHandle(Span<u8 const>(room, found.mountinfo.fhandle.size));
}

/// What is not sensible of it is bounded: a server that says nothing of use is asked for little.
Outcome<NfsVolume::Terms> Nfs::ask_for_terms(FileHandle const& root, bool is_read_only) {
    nfs3::Getattr3args of_node{root.argument()};
    nfs3::Getattr3res node;
    TRY(calls_(nfs3::nfsproc3_getattr_3, of_node, node));
    if (node.resok.obj_attributes.type != nfs3::Ftype3::nf3dir)
        return FsError{FsError::Code::not_directory};
    nfs3::Fsinfo3args of_files{root.argument()};
    nfs3::Fsinfo3res files;
    TRY(calls_(nfs3::nfsproc3_fsinfo_3, of_files, files));
    nfs3::Pathconf3args of_names{root.argument()};
    nfs3::Pathconf3res names;
    TRY(calls_(nfs3::nfsproc3_pathconf_3, of_names, names));
    u64 const file_bytes_max = min<u64>(files.resok.maxfilesize, u64{1} << 62);
    return NfsVolume::Terms{.root = root,
                            .root_attributes = node.resok.obj_attributes,
                            .read_bytes = bounded(files.resok.rtmax, nfs3::nfs3_data_max),
                            .write_bytes = bounded(files.resok.wtmax, nfs3::nfs3_data_max),
                            .listing_bytes = bounded(files.resok.dtpref, listing_bytes_max),
                            .links_max = names.resok.linkmax,
                            .file_bytes_max = file_bytes_max,
                            .age_ns = age_ms * ns_per_ms,
                            .names_max = names_max,
                            .ahead_pages = reads * PageTransfer::pages_max,
                            .is_read_only = is_read_only};
}

Outcome<NfsVolume*> Nfs::make_volume(NfsVolume::Terms const& terms) {
    usize const bytes = (reads + 1) * buffer_bytes;
    auto const room = allocator->allocate(bytes, alignof(u64));
    if (room.is_error()) return FsError{FsError::Code::out_of_memory};
    buffers_ = Span<u8>(pointer_to<u8>(room.value()), bytes);
    auto const place = objects->allocate(sizeof(NfsVolume));
    if (place.is_error()) {
        allocator->free(room.value());
        return FsError{FsError::Code::out_of_memory};
    }
    Volume::Services const services{*objects, *pages, *contents, *threads, &*clock};
    auto* const made = new (pointer_to<void>(place.value()))
        NfsVolume(*this, services, calls_, terms, buffers_.first(buffer_bytes));
    auto const reading = reading_.lock();
    reading->volume = made;
    reading->free_buffers = (1u << reads) - 1;
    return made;
}

Outcome<void> Nfs::unmount() {
    WaitingLock::Guard const guard(lock_);
    TRY(volume_->Volume::unmount());
    say_unmounted(Text::from_bytes(Span<u8 const>(path_, path_bytes_)));
    end_volume();
    return {};
}

/// Servers list who has mounted what; nothing depends on it, so that its failure is none.
void Nfs::say_unmounted(Text path) {
    mount3::Dirpath asked = argument_of(path);
    (void)mount3::mountproc3_umnt_3(*mounts, asked, reply_ms * ns_per_ms);
}

void Nfs::end_volume() {
    await_readers();
    NfsVolume* const ended = exchange(volume_, nullptr);
    ended->~NfsVolume();
    objects->free(address_of(ended), sizeof(NfsVolume));
    allocator->free(address_of(buffers_.data()));
}

void Nfs::serve() {
    WaitingLock::Guard const guard(lock_);
    if (!volume_) return;
    auto const volume_guard = volume_->lock();
    volume_->transfers().write_all();
}

/// By each of the threads that read pages, until none is left to be read.
void Nfs::read_pages() {
    NfsVolume* volume = nullptr;
    u32 buffer = 0;
    {
        auto const reading = reading_.lock();
        if (!reading->volume) return;
        volume = reading->volume;
        buffer = lowest_bit(reading->free_buffers);
        reading->free_buffers &= ~(1u << buffer);
        ++reading->threads;
    }
    Span<u8> const room = buffers_.part((1 + buffer) * buffer_bytes, buffer_bytes);
    while (volume->transfers().read_next(room)) {
    }
    {
        auto const reading = reading_.lock();
        reading->free_buffers |= 1u << buffer;
        --reading->threads;
    }
    threads->notify_all(address_of(&reading_));
}

/// There are no pages to be read any more: blocks until no thread looks for some.
void Nfs::await_readers() {
    for (;;) {
        u64 const ticket = threads->ticket();
        {
            auto const reading = reading_.lock();
            reading->volume = nullptr;
            if (reading->threads == 0) return;
        }
        if (!threads->wait(address_of(&reading_), ticket)) threads->yield();
    }
}

} // namespace flat::fs::nfs
