// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of sockets, by descriptor: how these begin, and their addresses.
#include <unix/sockets/open_sockets.hpp>

#include <unix/descriptor_pair.hpp>
#include <unix/open_description.hpp>

namespace flat::unix::sockets {

namespace {

/// SOCK_NONBLOCK and SOCK_CLOEXEC, which are flags of `open`.
constexpr u32 beginning_flags = o_nonblock | o_cloexec;

/// Why there is no such socket for this program; 0 if there is. Raw ones are the superuser's.
i64 refusal(Task& task, SocketFamily& family, u32 kind, u32 protocol) {
    if (i64 const why = family.check(kind, protocol); why != 0) return why;
    bool const is_superuser = ProgramThread::of(task).process.credentials.is_superuser();
    return kind == SocketFile::raw && !is_superuser ? failed(Errno::eperm) : 0;
}

} // namespace

/// EBADF or ENOTSOCK.
Result<OpenSockets::Found, Errno> OpenSockets::find(Task& task, u32 descriptor) {
    OpenDescription* const file = ProgramThread::of(task).find_file(descriptor);
    if (!file) return Errno::ebadf;
    auto* const socket = narrow_to<SocketFile>(file->file());
    if (!socket) return Errno::enotsock;
    return Found{*file, *socket};
}

/// Gives a new socket a descriptor; it is closed if there is none.
Result<u32, Errno> OpenSockets::describe(Task& task, SocketFile& socket, u32 flags) {
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    return descriptors.open(socket, o_rdwr | (flags & o_nonblock), (flags & o_cloexec) != 0);
}

/// The family of a number; null if there is none.
SocketFamily* OpenSockets::family_of(u32 number) {
    for (SocketFamily& each : families)
        if (each.number() == number) return &each;
    return nullptr;
}

i64 OpenSockets::socket(Task& task, u32 family, u32 kind, u32 protocol) {
    u32 const flags = kind & beginning_flags;
    SocketFamily* const of = family_of(family);
    if (!of) return failed(Errno::eafnosupport);
    if (i64 const why = refusal(task, *of, kind & ~flags, protocol); why != 0) return why;
    SocketFile* const made = of->make(kind & ~flags, protocol);
    return made ? result_of(describe(task, *made, flags)) : failed(Errno::enobufs);
}

i64 OpenSockets::socketpair(Task& task, u32 family, u32 kind, u32 protocol, vaddr place) {
    u32 const flags = kind & beginning_flags;
    SocketFamily* const of = family_of(family);
    if (!of) return failed(Errno::eafnosupport);
    if (i64 const why = refusal(task, *of, kind & ~flags, protocol); why != 0) return why;
    SocketFile* const first = of->make(kind & ~flags, protocol);
    SocketFile* const second = of->make(kind & ~flags, protocol);
    i64 const why = first && second ? of->connect_pair(*first, *second) : failed(Errno::enobufs);
    if (why == 0) return describe_pair(task, *first, *second, flags, place);
    if (first) first->release();
    if (second) second->release();
    return why;
}

/// Gives two new sockets descriptors; both are closed if they cannot have them.
i64 OpenSockets::describe_pair(Task& task, SocketFile& first, SocketFile& second, u32 flags,
                               vaddr place) {
    u32 const opened_with = o_rdwr | (flags & o_nonblock);
    OpenDescription* const one = OpenDescription::make(*records, first, opened_with);
    OpenDescription* const other = OpenDescription::make(*records, second, opened_with);
    if (!one || !other) {
        if (one) one->let_go();
        if (other) other->let_go();
        return failed(Errno::enomem);
    }
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    bool const closes_on_exec = (flags & o_cloexec) != 0;
    return unix::describe_pair(descriptors, *user_mode, *one, *other, closes_on_exec, place);
}

Result<AddressBuffer, Errno> OpenSockets::get_address(vaddr address, u32 address_bytes) {
    AddressBuffer taken;
    if (address_bytes > AddressBuffer::bytes_max) return Errno::einval;
    if (!user_mode->copy_in(taken.all().first(address_bytes), address)) return Errno::efault;
    taken.size = address_bytes;
    return taken;
}

/// Writes as much of an address as the program has room for, and how long it is.
i64 OpenSockets::put_address(AddressBuffer const& address, vaddr place, vaddr place_bytes) {
    if (place == 0) return 0;
    u32 room = 0;
    if (!get(*user_mode, room, place_bytes)) return failed(Errno::efault);
    if (static_cast<i32>(room) < 0) return failed(Errno::einval);
    bool const is_put = user_mode->copy_out(place, address.used().first(min(room, address.size))) &&
                        put(*user_mode, place_bytes, address.size);
    return is_put ? 0 : failed(Errno::efault);
}

i64 OpenSockets::bind(Task& task, u32 descriptor, vaddr address, u32 address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    auto const taken = get_address(address, address_bytes);
    if (taken.is_error()) return failed(taken.error());
    return found.value().socket.bind(task, taken.value().used());
}

i64 OpenSockets::connect(Task& task, u32 descriptor, vaddr address, u32 address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    auto const taken = get_address(address, address_bytes);
    if (taken.is_error()) return failed(taken.error());
    Found const& here = found.value();
    return here.socket.connect(task, taken.value().used(), may_wait(here.file));
}

i64 OpenSockets::listen(Task& task, u32 descriptor) {
    auto const found = find(task, descriptor);
    return found.is_ok() ? found.value().socket.listen() : failed(found.error());
}

i64 OpenSockets::accept(Task& task, u32 descriptor, vaddr address, vaddr address_bytes, u32 flags) {
    if ((flags & ~beginning_flags) != 0) return failed(Errno::einval);
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    Found const& here = found.value();
    SocketFile* taken = nullptr;
    while (!taken) {
        if (i64 const why = here.socket.await_connection(task, may_wait(here.file)); why != 0)
            return why;
        taken = here.socket.take_connection(); // unless another process has
    }
    AddressBuffer other;
    i64 const size = taken->peer(other.all());
    other.size = size > 0 ? static_cast<u32>(size) : 0;
    if (i64 const why = put_address(other, address, address_bytes); why != 0) {
        taken->release();
        return why;
    }
    return result_of(describe(task, *taken, flags));
}

i64 OpenSockets::shutdown(Task& task, u32 descriptor, u32 how) {
    auto const found = find(task, descriptor);
    return found.is_ok() ? found.value().socket.shutdown(how) : failed(found.error());
}

i64 OpenSockets::getsockname(Task& task, u32 descriptor, vaddr address, vaddr address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    AddressBuffer own;
    own.size = static_cast<u32>(found.value().socket.name(own.all()));
    return put_address(own, address, address_bytes);
}

i64 OpenSockets::getpeername(Task& task, u32 descriptor, vaddr address, vaddr address_bytes) {
    auto const found = find(task, descriptor);
    if (found.is_error()) return failed(found.error());
    AddressBuffer other;
    i64 const size = found.value().socket.peer(other.all());
    if (size < 0) return size;
    other.size = static_cast<u32>(size);
    return put_address(other, address, address_bytes);
}

} // namespace flat::unix::sockets
