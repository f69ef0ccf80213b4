// SPDX-License-Identifier: BSD-2-Clause
// Pages of files on their way from a server and to it.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <flat/memory/filled_object.hpp>
#include <fs/nfs/nfs3.x.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::nfs {

class NfsFile;
class NfsVolume;

/// Pages in a row that are to be filled or cleaned. Their frames belong to it until it has ended.
struct PageTransfer : NonCopyable {
    enum class Kind : u8 { read, write };

    /// Whom it concerns, and what is granted after it.
    struct Request {
        memory::FilledObject::Transfer& transfer;
        u64 first_page;
        u32 rights;
    };

    static constexpr u32 pages_max = 16;

    PageTransfer(Kind kind, NfsFile& file, Request const& request)
        : kind(kind), file(file), request(request) {}

    ListLink<PageTransfer> link;
    Kind kind;
    NfsFile& file;
    Request request;
    u32 count = 0;
    paddr frames[pages_max] = {};

    // Of a server that has data which it may still lose.
    nfs3::Writeverf3 verifier = {};
    bool has_verifier = false;
    bool is_lost = false; // it has said two things
};

/// Code that fills and cleans pages must not wait: it leaves them here. Pages are read by several
/// threads at once, which need no lock, or by the holder of the volume's lock, who waits for some.
/// They are written by another thread, or by that holder: what is written in a row is left to the
/// server to bring to its disk (UNSTABLE), and then committed at once; what a server has lost
/// meanwhile, by starting again, is written once more (RFC 1813, section 4.8). A page is clean
/// after that only.
class PageTransfers : NonCopyable {
public:
    /// `buffer` is for the data of one call of the lock's holder, up to NFS3_DATA_MAX.
    PageTransfers(NfsVolume& volume, Span<u8> buffer) : volume_(volume), buffer_(buffer) {}

    /// Leaves a transfer to be carried out. In any context.
    void add(PageTransfer::Kind kind, NfsFile& file, Span<u8 const> frames,
             PageTransfer::Request const& request);

    /// Reads the pages that were asked for first; whether there were any. `buffer` is for the data
    /// of one call. Without the volume's lock; blocks.
    bool read_next(Span<u8> buffer);

    /// The same by the lock's holder.
    bool read_next() { return read_next(buffer_); }

    /// Writes what was left; whether there was anything. With the volume's lock; blocks.
    bool write_all();

private:
    using List = IntrusiveList<PageTransfer, &PageTransfer::link>;

    struct Written {
        u32 bytes;
        bool is_stable;
    };

    void end(PageTransfer& transfer, Outcome<void> const& outcome);
    Outcome<void> read(PageTransfer& transfer, Span<u8> buffer);
    Outcome<Span<u8 const>> read_some(PageTransfer& transfer, u64 offset, Span<u8> buffer);
    Outcome<bool> write(PageTransfer& transfer, nfs3::StableHow stable);
    Outcome<Written> write_some(PageTransfer& transfer, u64 offset, u32 bytes,
                                nfs3::StableHow stable);
    void commit(List& written);
    Outcome<void> commit(NfsFile& file, nfs3::Writeverf3& verifier);
    void finish(PageTransfer& transfer, Outcome<void> const& committed,
                nfs3::Writeverf3 const& verifier);
    void copy_to_pages(PageTransfer const& transfer, u64 place, Span<u8 const> data);
    void copy_from_pages(PageTransfer const& transfer, u64 place, u32 bytes);

    NfsVolume& volume_;
    Span<u8> buffer_;
    Guarded<List> reads_;
    Guarded<List> writes_;
};

} // namespace flat::fs::nfs
