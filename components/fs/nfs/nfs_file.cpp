// SPDX-License-Identifier: BSD-2-Clause
// Files of a server.
#include <fs/nfs/nfs_file.hpp>

#include <domain/page.hpp>
#include <fs/nfs/nfs3_client.x.hpp>

namespace flat::fs::nfs {

using domain::page_size;

namespace {

/// As much of a read that is large is read at a time.
constexpr usize part_bytes = PageTransfer::pages_max * page_size;

} // namespace

/// Of a server that does not answer, as long as it was.
u64 NfsFile::current_size_bytes() {
    if (!nfs().is_fresh(*this)) {
        auto const guard = nfs().lock();
        (void)nfs().refresh_if_old(*this);
    }
    return size_bytes();
}

Outcome<usize> NfsFile::read(u64 offset, Span<u8> destination) {
    if (!nfs().is_fresh(*this)) {
        auto const guard = nfs().lock();
        TRY(nfs().refresh_if_old(*this));
    }
    for (usize done = 0; done < destination.size();) {
        Span<u8> const part = destination.part(done, min(destination.size() - done, part_bytes));
        read_ahead(offset + done, offset + done + part.size());
        auto const bytes = FileNode::read(offset + done, part);
        if (bytes.is_error() && done == 0) return meaning_of(bytes.error());
        if (bytes.is_ok()) done += bytes.value();
        if (bytes.is_error() || bytes.value() < part.size()) return usize(done);
    }
    return usize(destination.size());
}

/// Who goes on reading where the last one ended has the pages after that asked for, by several
/// calls, each of as many pages as one can have.
void NfsFile::read_ahead(u64 offset, u64 end) {
    if (row_end_.exchange(end) != offset) return ahead_end_.store(0);
    u64 const first = max(end / page_size, ahead_end_.load());
    u64 const last = min(end / page_size + nfs().terms().ahead_pages, pages());
    bool const is_call = last == pages() || first + PageTransfer::pages_max <= last;
    if (first >= last || !is_call) return;
    ahead_end_.store(last);
    volume().services().pages.fill_ahead(*this, first, last - first);
}

Outcome<usize> NfsFile::write(u64 offset, Span<u8 const> source) {
    TRY(check_access());
    auto const bytes = FileNode::write(offset, source);
    return bytes.is_ok() ? bytes : meaning_of(bytes.error());
}

Outcome<void> NfsFile::truncate(u64 size_bytes) {
    TRY(check_access());
    return FileNode::truncate(size_bytes);
}

Outcome<void> NfsFile::write_back() {
    auto const outcome = FileNode::write_back();
    return outcome.is_ok() ? outcome : meaning_of(outcome.error());
}

/// Pages are written some time after the write that made them dirty: whether the server allows it
/// is asked before that, for whom it concerns to learn it. May block.
Outcome<void> NfsFile::check_access() {
    auto const guard = nfs().lock();
    TRY(nfs().check_writable());
    TRY(nfs().refresh_if_old(*this));
    u64 const now_ns = nfs().calls().now_ns();
    if (allowed_ns_ != 0 && now_ns - allowed_ns_ < nfs().terms().age_ns) return {};
    constexpr u32 wanted = nfs3::access3_modify | nfs3::access3_extend;
    nfs3::Access3args asked{handle().argument(), wanted};
    nfs3::Access3res found;
    TRY(nfs().calls()(nfs3::nfsproc3_access_3, asked, found));
    learn(found.resok.obj_attributes, now_ns);
    TRY(renew());
    if ((found.resok.access & wanted) != wanted) return FsError{FsError::Code::forbidden};
    allowed_ns_ = now_ns;
    return {};
}

/// Our own changes first, so that they are not lost; as long as they cannot be written, what is
/// cached stays.
Outcome<void> NfsFile::renew() {
    if (!is_outdated_ || write_back().is_error()) return {};
    nfs3::Getattr3args asked{handle().argument()};
    nfs3::Getattr3res found;
    TRY(nfs().calls()(nfs3::nfsproc3_getattr_3, asked, found));
    learn(found.resok.obj_attributes, nfs().calls().now_ns(), Change::is_ours);
    discard_from(0);
    set_size(seen().size);
    is_outdated_ = false;
    return {};
}

void NfsFile::destroy() {
    close_pages();
    volume().dispose(*this);
}

void NfsFile::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    nfs().transfers().add(PageTransfer::Kind::read, *this, frames,
                          {transfer, first_page, granted(rights)});
}

void NfsFile::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), granted(rights));
}

void NfsFile::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    nfs().transfers().add(PageTransfer::Kind::write, *this, frames,
                          {transfer, first_page, hal::Mmu::read});
}

Outcome<void> NfsFile::set_size_on_server(u64 size_bytes) {
    nfs3::Sattr3 change;
    change.size = {true, size_bytes};
    return nfs().set_attributes(*this, change);
}

FsError NfsFile::meaning_of(FsError error) {
    return error.code == FsError::Code::io ? FsError{failure_.load()} : error;
}

} // namespace flat::fs::nfs
