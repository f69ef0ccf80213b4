// SPDX-License-Identifier: BSD-2-Clause
// Bytes between programs and sockets, by a block of the kernel's memory.
#include <unix/sockets/transfer.hpp>

#include <core/utility.hpp>
#include <machine/physical.hpp>

namespace flat::unix::sockets {

namespace {

/// A block of frames, no larger than is of use.
class Block : NonCopyable {
public:
    Block(memory::Frames& frames, u64 wanted) : frames_(frames) {
        while (order_ < order_max && size() < wanted)
            ++order_;
        auto const block = frames.allocate(order_);
        if (block.is_ok()) bytes_ = static_cast<u8*>(machine::physical_to_virtual(block.value()));
    }
    ~Block() {
        if (bytes_) frames_.free(machine::virtual_to_physical(bytes_), order_);
    }

    /// Whether there was memory for it.
    bool is_there() const { return bytes_; }
    u64 size() const { return domain::page_size << order_; }
    Span<u8> first(u64 bytes) { return Span<u8>(bytes_, min(bytes, size())); }

private:
    static constexpr u32 order_max = 4; // 64 KiB: a datagram of UDP is no longer

    memory::Frames& frames_;
    u32 order_ = 0;
    u8* bytes_ = nullptr;
};

} // namespace

i64 send_pieces(memory::Frames& frames, Task& task, SocketFile& socket, UserPieces const& pieces,
                Span<u8 const> address, bool may_wait) {
    auto const total = pieces.total();
    if (total.is_error()) return failed(total.error());
    u64 const size = total.value();
    Block block(frames, size);
    if (!block.is_there()) return failed(Errno::enobufs);
    bool const is_stream = socket.kind() == SocketFile::stream;
    if (!is_stream && size > block.size()) return failed(Errno::emsgsize);
    u64 done = 0;
    do {
        Span<u8> const part = block.first(size - done);
        i64 const sent = pieces.copy_in(part, done) ? socket.send(task, part, address, may_wait)
                                                    : failed(Errno::efault);
        if (sent < 0) return done != 0 ? static_cast<i64>(done) : sent;
        done += static_cast<u64>(sent);
    } while (is_stream && done < size);
    return static_cast<i64>(done);
}

SocketFile::Received receive_pieces(memory::Frames& frames, Task& task, SocketFile& socket,
                                    UserPieces const& pieces, AddressBuffer& address,
                                    Reception const& how) {
    auto const total = pieces.total();
    if (total.is_error()) return {failed(total.error()), 0, 0};
    u64 const size = total.value();
    Block block(frames, size);
    if (!block.is_there()) return {failed(Errno::enobufs), 0, 0};
    bool const is_stream = socket.kind() == SocketFile::stream;
    if (is_stream && size == 0) return {0, 0, 0};
    bool const goes_on = is_stream && how.until_full && !how.only_looks;
    SocketFile::Received all{0, 0, 0};
    do {
        u64 const done = static_cast<u64>(all.bytes);
        Span<u8> const room = block.first(size - done);
        auto const received =
            socket.receive(task, room, address.all(), how.may_wait, how.only_looks);
        address.size = all.address_bytes = received.address_bytes;
        all.cut_bytes = received.cut_bytes;
        i64 count = received.bytes;
        bool const is_wanted = count > 0 && !how.drops;
        if (is_wanted && !pieces.copy_out(done, room.first(static_cast<u64>(count))))
            count = failed(Errno::efault);
        if (count < 0 && done == 0) all.bytes = count;
        if (count <= 0) break;
        all.bytes += count;
    } while (goes_on && static_cast<u64>(all.bytes) < size);
    return all;
}

} // namespace flat::unix::sockets
