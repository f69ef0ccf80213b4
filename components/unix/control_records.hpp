// SPDX-License-Identifier: BSD-2-Clause
// What a program is told with a message that it receives (cmsg(3)).
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>

namespace flat::unix {

/// struct cmsghdr, before what it is about.
struct ControlHeader {
    u64 bytes;
    u32 level;
    u32 kind;
};

/// Records in the kernel's memory, one after the other. Those for which there is no room are lost:
/// a protocol that tells more at once needs a larger one.
class ControlRecords {
public:
    static constexpr u32 bytes_max = 128;

    void add(u32 level, u32 kind, Span<u8 const> contents) {
        u64 const bytes = sizeof(ControlHeader) + contents.size();
        if (bytes > sizeof bytes_ - size_) return;
        ControlHeader const header{bytes, level, kind};
        memcpy(bytes_ + size_, &header, sizeof header);
        memcpy(bytes_ + size_ + sizeof header, contents.data(), contents.size());
        size_ += bytes;
    }

    /// Calls with the header and the contents of each.
    template<class Action>
    void for_each(Action action) const {
        for (u64 at = 0; at < size_;) {
            ControlHeader header;
            memcpy(&header, bytes_ + at, sizeof header);
            action(header, Span<u8 const>(bytes_, size_)
                               .part(at + sizeof header, header.bytes - sizeof header));
            at += header.bytes;
        }
    }

private:
    u8 bytes_[bytes_max];
    u64 size_ = 0;
};

} // namespace flat::unix
