// SPDX-License-Identifier: BSD-2-Clause
// A process of the host beside the kernel's own, with its channels and its memory.
#include <hosted/child_process.hpp>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace flat::arch {

namespace {

/// Descriptors of the child's are made above those that it will have, so that none is in the way.
constexpr int above_all = first_descriptor + static_cast<int>(channels);

/// A descriptor with the same meaning above all that the child will have; -1 without one.
int moved(int descriptor) {
    int const found = fcntl(descriptor, F_DUPFD_CLOEXEC, above_all);
    close(descriptor);
    return found;
}

/// A file in memory with these bytes; -1 without room.
int file_of(Span<u8 const> bytes) {
    int const made = memfd_create("domain", MFD_CLOEXEC);
    if (made < 0) return -1;
    while (!bytes.is_empty()) {
        ssize_t const written = ::write(made, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(made);
            return -1;
        }
        bytes = bytes.after(static_cast<usize>(written));
    }
    return moved(made);
}

/// Becomes the program; in the child, where nothing but system calls may be done.
[[noreturn]] void become(int file, int parent, int const (&ends)[channels], u64 data_bytes_max) {
    rlimit const limit{data_bytes_max, data_bytes_max};
    if (data_bytes_max != ChildProcess::unlimited) setrlimit(RLIMIT_DATA, &limit);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (u32 i = 0; i < channels; ++i)
        dup2(ends[i], first_descriptor + static_cast<int>(i));
    close_range(static_cast<unsigned>(above_all), ~0u, CLOSE_RANGE_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    char name[] = "domain";
    char* const arguments[] = {name, nullptr};
    fexecve(file, arguments, environ);
    _exit(127);
}

/// Calls the host until no signal interrupts it.
template<class Function>
auto uninterrupted(Function const& function) {
    auto result = function();
    while (result < 0 && errno == EINTR)
        result = function();
    return result;
}

/// Whether a copy, of which the host tells how long it was, is one of so many bytes.
template<class Copy>
bool is_all(usize bytes, Copy const& copy) {
    if (bytes == 0) return true;
    ssize_t const copied = uninterrupted(copy);
    return copied >= 0 && static_cast<usize>(copied) == bytes;
}

} // namespace

ChildProcess::~ChildProcess() {
    end();
    for (u32 i = 0; i < open_; ++i)
        close(descriptors_[i]);
}

bool ChildProcess::start(Span<u8 const> file, u64 data_bytes_max) {
    int others[channels];
    bool const has_channels = open_channels(others);
    int const program = has_channels ? file_of(file) : -1;
    int const parent = getpid();
    int const made = program < 0 ? -1 : fork();
    if (made == 0) become(program, parent, others, data_bytes_max);
    id_ = made > 0 ? made : 0;
    if (program >= 0) close(program);
    for (u32 i = 0; i < open_; ++i)
        close(others[i]);
    return is_running();
}

/// Makes `others` the child's ends of all channels, of as many as there are at least.
bool ChildProcess::open_channels(int (&others)[channels]) {
    for (; open_ < channels; ++open_) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
        others[open_] = moved(ends[1]);
        if (others[open_] < 0) {
            close(ends[0]);
            return false;
        }
        descriptors_[open_] = ends[0];
    }
    return true;
}

bool ChildProcess::receive(u32 channel, Message& message) {
    ssize_t const bytes = uninterrupted(
        [&] { return recv(descriptors_[channel], &message, sizeof message, MSG_TRUNC); });
    if (bytes <= 0) return false;
    if (bytes != sizeof message) message.number = ~u64{0};
    return true;
}

ChildProcess::Sent ChildProcess::send(u32 channel, Message const& message) {
    ssize_t const bytes = uninterrupted([&] {
        return ::send(descriptors_[channel], &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
    });
    if (bytes == sizeof message) return Sent::done;
    return errno == EAGAIN ? Sent::full : Sent::ended;
}

bool ChildProcess::read(Span<u8> to, vaddr from) const {
    iovec const here{to.data(), to.size()};
    iovec const there{pointer_to<void>(from), to.size()};
    return is_running() &&
           is_all(to.size(), [&] { return process_vm_readv(id_, &here, 1, &there, 1, 0); });
}

bool ChildProcess::write(vaddr to, Span<u8 const> from) const {
    iovec const here{const_cast<u8*>(from.data()), from.size()};
    iovec const there{pointer_to<void>(to), from.size()};
    return is_running() &&
           is_all(from.size(), [&] { return process_vm_writev(id_, &here, 1, &there, 1, 0); });
}

ChildProcess::End ChildProcess::end() {
    if (!is_running()) return end_;
    kill(id_, SIGKILL); // changes nothing of one that is ending by itself
    int status = 0;
    uninterrupted([&] { return waitpid(id_, &status, 0); });
    id_ = 0;
    bool const is_signal = WIFSIGNALED(status);
    end_ = {is_signal, static_cast<u32>(is_signal ? WTERMSIG(status) : WEXITSTATUS(status))};
    return end_;
}

} // namespace flat::arch
