// SPDX-License-Identifier: BSD-2-Clause
// Gives the kernel addresses that are not the program's, wherever a system call takes one: all end
// with EFAULT, or with the program, and none with the kernel.
#include <linux/calls.hpp>

namespace {

using namespace linux_calls;

constexpr i64 efault = -14;
constexpr u32 ended_by_fault = 11;

/// In the place of the address that is given.
constexpr u64 here = ~u64{0} - 1;

/// The kernel's image, its map of all memory, what no processor has, what nobody has mapped, and
/// the end of what programs can have.
constexpr u64 addresses[] = {0xffff'ffff'8010'0000, 0xffff'8000'0000'1000,
                             0x8000'0000'0000'0000, 0x1000,
                             0x7fff'ffff'effc,      ~u64{0} - 3};

/// The descriptor of a socket, as the kernel must give it.
constexpr u64 stream_socket = 4;

/// A call; `here` is where an address goes.
struct Hostile {
    char const* name;
    u64 number;
    u64 arguments[5];
};

constexpr Hostile calls[] = {
    {"write", 1, {1, here, 8}},
    {"read", 0, {3, here, 8}},
    {"readv", 19, {3, here, 1}},
    {"writev", 20, {1, here, 1}},
    {"pread64", 17, {3, here, 8, 0}},
    {"connect", 42, {stream_socket, here, 16}},
    {"bind", 49, {stream_socket, here, 16}},
    {"sendto", 44, {stream_socket, here, 8, 0, 0}},
    {"sendmsg", 46, {stream_socket, here, 0}},
    {"recvmsg", 47, {stream_socket, here, 0}},
    {"getsockname", 51, {stream_socket, here, here}},
    {"setsockopt", 54, {stream_socket, 1, 2, here, 4}},
    {"getsockopt", 55, {stream_socket, 1, 3, here, here}},
    {"open", 2, {here, 0, 0}},
    {"stat", 4, {here, 0}},
    {"fstat", 5, {1, here}},
    {"poll", 7, {here, 1, 0}},
    {"rt_sigaction", 13, {10, here, 0, 8}},
    {"rt_sigaction", 13, {10, 0, here, 8}},
    {"rt_sigprocmask", 14, {0, here, 0, 8}},
    {"rt_sigprocmask", 14, {0, 0, here, 8}},
    {"rt_sigpending", 127, {here, 8}},
    {"sigaltstack", 131, {here, 0}},
    {"sigaltstack", 131, {0, here}},
    {"ioctl", 16, {1, 0x5401, here}},
    {"ioctl", 16, {1, 0x5402, here}},
    {"ioctl", 16, {1, 0x5413, here}},
    {"access", 21, {here, 0}},
    {"pipe", 22, {here}},
    {"select", 23, {4, here, 0, 0, 0}},
    {"select", 23, {0, 0, 0, 0, here}},
    {"nanosleep", 35, {here, 0}},
    {"execve", 59, {here, 0, 0}},
    {"uname", 63, {here}},
    {"truncate", 76, {here, 0}},
    {"getcwd", 79, {here, 100}},
    {"chdir", 80, {here}},
    {"rename", 82, {here, here}},
    {"mkdir", 83, {here, 0}},
    {"unlink", 87, {here}},
    {"symlink", 88, {here, here}},
    {"readlink", 89, {here, here, 8}},
    {"gettimeofday", 96, {here, 0}},
    {"getrlimit", 97, {3, here}},
    {"getrusage", 98, {0, here}},
    {"setgroups", 116, {1, here}},
    {"getresuid", 118, {here, here, here}},
    {"sysinfo", 99, {here}},
    {"times", 100, {here}},
    {"statfs", 137, {here, here}},
    {"sched_getaffinity", 204, {0, 8, here}},
    {"clock_gettime", 228, {0, here}},
    {"utimensat", 280, {0xffff'ff9c, here, 0, 0}},
    {"getrandom", 318, {here, 8, 0}},
    {"futex", 202, {here, 0, 0, 0}},
    {"rt_sigtimedwait", 128, {here, 0, 0, 8}},
    {"clone3", 435, {here, 64}},
    {"sched_getparam", 143, {0, here}},
    {"socketpair", 53, {1, 1, 0, here}},
    {"epoll_ctl", 233, {3, 1, 4, here}},
    {"timerfd_settime", 286, {3, 0, here, 0}},
};

u32 wrong = 0;

void try_call(Hostile const& hostile, u64 address) {
    u64 given[5];
    for (u32 i = 0; i < 5; ++i)
        given[i] = hostile.arguments[i] == here ? address : hostile.arguments[i];
    i64 const result = call(hostile.number, given[0], given[1], given[2], given[3], given[4]);
    if (result == efault) return;
    ++wrong;
    print("wrong: ");
    print(hostile.name);
    print("\n");
}

/// Does something in a process of its own, which must end by a fault.
template<class Deed>
void end_by(char const* name, Deed const& deed) {
    i64 const child = call(fork);
    if (child == 0) {
        deed();
        (void)call(exit, 0);
    }
    u32 status = 0;
    (void)call(wait4, static_cast<u64>(child), flat::address_of(&status));
    if ((status & 0x7f) == ended_by_fault) return;
    ++wrong;
    print("survived: ");
    print(name);
    print("\n");
}

/// The kernel looks at the list that a process has named when that ends; it survives that.
void end_with_list(u64 address) {
    constexpr u64 set_robust_list = 273, list_bytes = 24;
    i64 const child = call(fork);
    if (child == 0) {
        (void)call(set_robust_list, address, list_bytes);
        (void)call(exit, 7);
    }
    u32 status = 0;
    (void)call(wait4, static_cast<u64>(child), flat::address_of(&status));
    if (status == 7 << 8) return;
    ++wrong;
    print("wrong: end with a list\n");
}

void handle(int) {}

/// struct sigaction of the kernel.
struct Action {
    void (*handler)(int);
    u64 flags;
    void (*restorer)();
    u64 mask;
};

void end_processes() {
    for (u64 const address : addresses) {
        end_by("store", [address] { *reinterpret_cast<char volatile*>(address) = 1; });
        end_by("jump", [address] { reinterpret_cast<void (*)()>(address)(); });
        end_by("handler's stack", [address] {
            constexpr u64 with_restorer = 0x0400'0000;
            Action const action{handle, with_restorer, linux_restorer, 0};
            (void)call(rt_sigaction, 10, flat::address_of(&action), 0, 8);
            u64 const own = static_cast<u64>(call(getpid));
            asm volatile("movq %0, %%rsp\n\tmovl $62, %%eax\n\tmovl $10, %%esi\n\tsyscall\n\tud2"
                         :
                         : "r"(address), "D"(own)
                         : "memory");
        });
        end_by("return from a handler", [address] {
            asm volatile("movq %0, %%rsp\n\tmovl $15, %%eax\n\tsyscall\n\tud2" : : "r"(address));
        });
    }
    for (u64 const address : addresses)
        end_with_list(address);
    static u64 circle[3];
    circle[0] = flat::address_of(&circle[2]);
    circle[2] = circle[0];
    end_with_list(flat::address_of(circle));
    end_by("privileged instruction", [] { asm volatile("hlt"); });
}

/// A context of a handler that would go on in the kernel.
void return_to_kernel() {
    constexpr u32 place_of_rip = 40 / 8 + 16;
    constexpr u32 place_of_rsp = 40 / 8 + 15;
    static u64 context[64];
    context[place_of_rip] = addresses[0];
    context[place_of_rsp] = addresses[1];
    asm volatile("movq %0, %%rsp\n\tmovl $15, %%eax\n\tsyscall\n\tud2" : : "r"(&context[0]));
}

} // namespace

extern "C" int main() {
    constexpr u64 open_call = 2;
    if (call(open_call, flat::address_of("/dev/zero"), 0) != 3) return 2;
    constexpr u64 socket_call = 41, internet = 2, stream = 1;
    if (call(socket_call, internet, stream) != stream_socket) return 3;
    u32 count = 0;
    for (Hostile const& hostile : calls)
        for (u64 const address : addresses) {
            try_call(hostile, address);
            ++count;
        }
    end_processes();
    end_by("return to the kernel", return_to_kernel);
    print(count);
    print(" hostile calls, ");
    print(wrong);
    print(" with another end than a fault\n");
    return wrong == 0 ? 0 : 1;
}
