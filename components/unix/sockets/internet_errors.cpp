// SPDX-License-Identifier: BSD-2-Clause
// A socket of the Internet protocols as an open file: datagrams that did not arrive.
#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <machine/interrupts.hpp>
#include <unix/program_thread.hpp>
#include <unix/sockets/icmp_errno.hpp>
#include <unix/sockets/internet_options.hpp>
#include <unix/sockets/internet_socket.hpp>

namespace flat::unix::sockets {

using machine::InterruptGuard;

namespace {

using Failure = net::SocketStates::Failure;

/// struct sock_extended_err, and after it the struct sockaddr_in of who has reported the error.
struct ExtendedError {
    u32 why;
    u8 origin;
    u8 type;
    u8 code;
    u8 padding;
    u32 info;
    u32 data;
    u8 offender[16];
};
static_assert(sizeof(ExtendedError) == 32);

ExtendedError extended(Failure const& failure) {
    constexpr u8 of_icmp = 2; // SO_EE_ORIGIN_ICMP
    net::Upper::Report const& report = failure.report;
    ExtendedError error{.why = static_cast<u32>(IcmpErrno::of(report.code).why),
                        .origin = of_icmp,
                        .type = static_cast<u8>(report.code >> 8),
                        .code = static_cast<u8>(report.code),
                        .padding = 0,
                        .info = report.detail,
                        .data = 0,
                        .offender = {}};
    InternetSocket::put_address(Span<u8>(error.offender), {static_cast<u32>(report.reporter), 0});
    return error;
}

} // namespace

/// Hears of one that the socket has, unless there is none, or no room to keep it; at once, for
/// other system calls of this socket hear of them, too.
bool InternetSocket::hear_failure() {
    InterruptGuard const guard;
    if ((means_.states.state(socket_) & net::SocketStates::failed) == 0) return false;
    if (keeps_errors_ && errors_.is_full()) return false;
    Failure const heard = means_.states.take_failure(socket_);
    IcmpErrno const error = IcmpErrno::of(heard.report.code);
    bool const is_its = has_remote() && heard.destination.address == remote_.address &&
                        heard.destination.port == remote_.port;
    bool const is_kept = keeps_errors_ && errors_.add(heard);
    if (is_kept || (is_its && error.is_fatal)) failure_ = failed(error.why);
    return true;
}

/// Without IP_RECVERR a program hears only of what its own other end will never take.
void InternetSocket::hear_failures() {
    while (hear_failure()) {
    }
}

/// Why a datagram did not arrive, as the negative number of the error; 0 if that was told.
i64 InternetSocket::take_failure() {
    hear_failures();
    InterruptGuard const guard;
    return exchange(failure_, 0);
}

void InternetSocket::keep_errors(bool does) {
    hear_failures();
    InterruptGuard const guard;
    keeps_errors_ = does;
    if (!does) errors_.clear();
}

/// The oldest error that is kept; a call is told the next one.
Maybe<net::SocketStates::Failure> InternetSocket::take_kept_error() {
    InterruptGuard const guard;
    auto const oldest = errors_.take();
    if (oldest)
        failure_ = errors_.is_empty() ? 0 : failed(IcmpErrno::of(errors_.first().report.code).why);
    return oldest;
}

/// Of UDP nothing but the header is known, which is not told.
SocketFile::Received InternetSocket::receive_error(Task& task, Span<u8> bytes, Span<u8> address) {
    if (kind_ == stream) return {failed(Errno::eagain), 0, 0};
    hear_failures();
    auto const kept = take_kept_error();
    if (!kept) return {failed(Errno::eagain), 0, 0};
    Failure const& oldest = *kept;
    if (ControlRecords* const records = ProgramThread::of(task).control_records) {
        ExtendedError const error = extended(oldest);
        records->add(of_internet, errors_option, bytes_of(Span<ExtendedError const>(&error, 1)));
    }
    u8 quoted[quoted_bytes_max];
    store_big_endian(quoted, static_cast<u32>(oldest.beginning >> 32));
    store_big_endian(quoted + sizeof(u32), static_cast<u32>(oldest.beginning));
    u64 const all = has_ports() ? 0 : sizeof quoted;
    u64 const given = min<u64>(bytes.size(), all);
    memcpy(bytes.data(), quoted, given);
    return {static_cast<i64>(given), put_address(address, oldest.destination), all - given};
}

} // namespace flat::unix::sockets
