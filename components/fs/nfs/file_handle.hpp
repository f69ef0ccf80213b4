// SPDX-License-Identifier: BSD-2-Clause
// What a server knows a node by.
#pragma once

#include <core/memory.hpp>
#include <fs/nfs/nfs3.x.hpp>

namespace flat::fs::nfs {

/// A handle of a server's: bytes that mean nothing to a client (RFC 1813, section 2.3.3).
class FileHandle {
public:
    FileHandle() = default;

    /// Of at most NFS3_FHSIZE bytes, which is all that decoding accepts.
    explicit FileHandle(Span<u8 const> bytes) : size_(static_cast<u32>(bytes.size())) {
        memcpy(bytes_, bytes.data(), bytes.size());
    }

    bool is_empty() const { return size_ == 0; }
    Span<u8 const> bytes() const { return Span<u8 const>(bytes_, size_); }

    /// As an argument of a call, which does not change it.
    nfs3::NfsFh3 argument() const { return {{const_cast<u8*>(bytes_), size_}}; }

    friend bool operator==(FileHandle const& a, FileHandle const& b) {
        return a.size_ == b.size_ && memcmp(a.bytes_, b.bytes_, a.size_) == 0;
    }

private:
    u8 bytes_[nfs3::nfs3_fhsize] = {};
    u32 size_ = 0;
};

/// Where results are decoded to that have a handle in them.
class HandlePlace {
public:
    /// Has the result use this place, so that decoding takes no memory.
    explicit HandlePlace(nfs3::NfsFh3& result) : result_(result) { result.data.data = bytes_; }

    FileHandle handle() const { return FileHandle(Span<u8 const>(bytes_, result_.data.size)); }

private:
    u8 bytes_[nfs3::nfs3_fhsize];
    nfs3::NfsFh3& result_;
};

} // namespace flat::fs::nfs
