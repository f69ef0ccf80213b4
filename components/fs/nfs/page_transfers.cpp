// SPDX-License-Identifier: BSD-2-Clause
// Pages of files on their way from a server and to it.
#include <fs/nfs/page_transfers.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <fs/nfs/nfs3_client.x.hpp>
#include <fs/nfs/nfs_file.hpp>
#include <machine/physical.hpp>

namespace flat::fs::nfs {

using domain::page_size;
using nfs3::StableHow;

namespace {

bool is_same(nfs3::Writeverf3 const& a, nfs3::Writeverf3 const& b) {
    return memcmp(a, b, sizeof(nfs3::Writeverf3)) == 0;
}

u8* memory_of(PageTransfer const& transfer, u32 page) {
    return static_cast<u8*>(machine::physical_to_virtual(transfer.frames[page]));
}

} // namespace

void PageTransfers::add(PageTransfer::Kind kind, NfsFile& file, Span<u8 const> frames,
                        PageTransfer::Request const& request) {
    u64 const pages = frames.size() / sizeof(paddr);
    bool const is_read = kind == PageTransfer::Kind::read;
    for (u64 done = 0; done < pages;) {
        u32 const count = static_cast<u32>(min<u64>(pages - done, PageTransfer::pages_max));
        auto const made = volume_.make<PageTransfer>(
            kind, file,
            PageTransfer::Request{request.transfer, request.first_page + done, request.rights});
        if (made.is_error()) {
            request.transfer.ended(request.first_page + done, pages - done, 0);
            break;
        }
        PageTransfer& each = *made.value();
        each.count = count;
        memcpy(each.frames, frames.data() + done * sizeof(paddr), count * sizeof(paddr));
        (is_read ? reads_ : writes_).lock()->push_back(each);
        done += count;
        if (is_read) volume_.wake_reader();
    }
    if (!is_read) volume_.wake();
}

bool PageTransfers::read_next(Span<u8> buffer) {
    PageTransfer* const next = reads_.lock()->pop_front();
    if (next) end(*next, read(*next, buffer));
    return next != nullptr;
}

/// Writes of one round are committed together.
bool PageTransfers::write_all() {
    bool has_served = false;
    List written;
    for (;;) {
        PageTransfer* const next = writes_.lock()->pop_front();
        if (!next) break;
        has_served = true;
        bool const is_alone = written.is_empty() && writes_.lock()->is_empty();
        auto const outcome = write(*next, is_alone ? StableHow::file_sync : StableHow::unstable);
        if (outcome.is_ok() && !outcome.value())
            written.push_back(*next);
        else
            end(*next, outcome.is_ok() ? Outcome<void>() : outcome.error());
    }
    commit(written);
    return has_served;
}

void PageTransfers::end(PageTransfer& transfer, Outcome<void> const& outcome) {
    PageTransfer::Request const request = transfer.request;
    u32 const count = transfer.count;
    if (outcome.is_error()) transfer.file.set_failure(outcome.error());
    volume_.dispose(transfer);
    request.transfer.ended(request.first_page, count, outcome.is_ok() ? request.rights : 0);
}

/// Of what lies past the server's end nothing is asked for: it is zeros.
Outcome<void> PageTransfers::read(PageTransfer& transfer, Span<u8> buffer) {
    u64 const begin = transfer.request.first_page * page_size;
    u64 const size = min(transfer.file.seen_size(), transfer.file.size_bytes());
    u64 const bytes = begin < size ? min<u64>(size - begin, transfer.count * page_size) : 0;
    for (u32 i = 0; i < transfer.count; ++i)
        memset(memory_of(transfer, i), 0, page_size);
    for (u64 done = 0; done < bytes;) {
        u32 const part = static_cast<u32>(min<u64>(bytes - done, volume_.terms().read_bytes));
        Span<u8 const> const got = TRY(read_some(transfer, begin + done, buffer.first(part)));
        if (got.is_empty()) return {}; // the file has become shorter
        copy_to_pages(transfer, done, got);
        done += got.size();
    }
    return {};
}

/// One call; nothing at the end. More than was asked for, or nothing without an end, is no answer.
Outcome<Span<u8 const>> PageTransfers::read_some(PageTransfer& transfer, u64 offset,
                                                 Span<u8> buffer) {
    u32 const bytes = static_cast<u32>(buffer.size());
    nfs3::Read3args asked{transfer.file.handle().argument(), offset, bytes};
    nfs3::Read3res found;
    found.resok.data.data = buffer.data();
    TRY(volume_.calls().make(nfs3::nfsproc3_read_3, asked, found));
    u32 const got = found.resok.data.size;
    if (got != found.resok.count || got > bytes) return FsError{FsError::corrupt};
    if (got == 0 && !found.resok.eof) return FsError{FsError::corrupt};
    return Span<u8 const>(buffer).first(got);
}

/// Whether the server has brought all of it to its disk. Nothing is written past the file's end.
Outcome<bool> PageTransfers::write(PageTransfer& transfer, StableHow stable) {
    u64 const begin = transfer.request.first_page * page_size;
    u64 const size = transfer.file.size_bytes();
    u64 const bytes = begin < size ? min<u64>(size - begin, transfer.count * page_size) : 0;
    bool is_stable = true;
    for (u64 done = 0; done < bytes;) {
        u32 const part = static_cast<u32>(min<u64>(bytes - done, volume_.terms().write_bytes));
        copy_from_pages(transfer, done, part);
        Written const written = TRY(write_some(transfer, begin + done, part, stable));
        is_stable &= written.is_stable;
        done += written.bytes;
    }
    return is_stable;
}

/// One call. A server that was started again between two of them has lost the first: what it says
/// later is then not what it has said for all of the transfer, which is written again.
Outcome<PageTransfers::Written> PageTransfers::write_some(PageTransfer& transfer, u64 offset,
                                                          u32 bytes, StableHow stable) {
    nfs3::Write3args asked{
        transfer.file.handle().argument(), offset, bytes, stable, {buffer_.data(), bytes}};
    nfs3::Write3res done;
    TRY(volume_.calls()(nfs3::nfsproc3_write_3, asked, done));
    nfs3::Write3resok const& of = done.resok;
    transfer.file.learn(of.file_wcc, volume_.calls().now_ns());
    if (of.count == 0 || of.count > bytes) return FsError{FsError::corrupt};
    bool const is_stable = of.committed == StableHow::file_sync;
    if (stable == StableHow::file_sync && !is_stable) return FsError{FsError::corrupt};
    if (!is_stable && transfer.has_verifier && !is_same(transfer.verifier, of.verf))
        transfer.is_lost = true;
    memcpy(transfer.verifier, of.verf, sizeof of.verf);
    transfer.has_verifier |= !is_stable;
    return Written{of.count, is_stable};
}

/// Each file once; the transfers of which the server does not say that it has them, again.
void PageTransfers::commit(List& written) {
    while (PageTransfer* const first = written.pop_front()) {
        nfs3::Writeverf3 verifier = {};
        NfsFile& file = first->file;
        Outcome<void> const committed = commit(file, verifier);
        List others;
        for (PageTransfer* each = first; each; each = written.pop_front()) {
            if (&each->file == &file)
                finish(*each, committed, verifier);
            else
                others.push_back(*each);
        }
        while (PageTransfer* const each = others.pop_front())
            written.push_back(*each);
    }
}

Outcome<void> PageTransfers::commit(NfsFile& file, nfs3::Writeverf3& verifier) {
    nfs3::Commit3args asked{file.handle().argument(), 0, 0};
    nfs3::Commit3res done;
    TRY(volume_.calls()(nfs3::nfsproc3_commit_3, asked, done));
    file.learn(done.resok.file_wcc, volume_.calls().now_ns());
    memcpy(verifier, done.resok.verf, sizeof done.resok.verf);
    return {};
}

void PageTransfers::finish(PageTransfer& transfer, Outcome<void> const& committed,
                           nfs3::Writeverf3 const& verifier) {
    bool const is_kept = !transfer.is_lost && is_same(transfer.verifier, verifier);
    if (committed.is_error() || is_kept) return end(transfer, committed);
    auto const again = write(transfer, StableHow::file_sync);
    end(transfer, again.is_ok() ? Outcome<void>() : again.error());
}

/// What was received, to a place of a transfer.
void PageTransfers::copy_to_pages(PageTransfer const& transfer, u64 place, Span<u8 const> data) {
    for (u64 done = 0; done < data.size();) {
        u64 const at = (place + done) % page_size;
        u64 const part = min<u64>(data.size() - done, page_size - at);
        u8* const page = memory_of(transfer, static_cast<u32>((place + done) / page_size));
        memcpy(page + at, data.data() + done, part);
        done += part;
    }
}

/// What is to be sent, from a place of a transfer to the buffer.
void PageTransfers::copy_from_pages(PageTransfer const& transfer, u64 place, u32 bytes) {
    for (u64 done = 0; done < bytes;) {
        u64 const at = (place + done) % page_size;
        u64 const part = min<u64>(bytes - done, page_size - at);
        u8 const* const page = memory_of(transfer, static_cast<u32>((place + done) / page_size));
        memcpy(buffer_.data() + done, page + at, part);
        done += part;
    }
}

} // namespace flat::fs::nfs
