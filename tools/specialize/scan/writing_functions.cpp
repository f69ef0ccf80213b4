// SPDX-License-Identifier: BSD-2-Clause
// Knows them by their names; a pointer to what is constant is a promise.
#include "writing_functions.hpp"

#include <rewrite/syntax/byte_functions.hpp>

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>

namespace specialize {

namespace {

/// A bit for each argument that the function writes through.
unsigned written_arguments(llvm::StringRef name) {
    if (name.starts_with("sync_") || name.starts_with("__sync_") || name.starts_with("atomic_"))
        return 1U;
    if (name.contains("scanf")) return ~1U;
    return llvm::StringSwitch<unsigned>(name)
        .Cases("memcpy", "memmove", "mempcpy", "memset", "bzero", "explicit_bzero", 1U)
        .Cases("strcpy", "strncpy", "strcat", "strncat", "stpcpy", "stpncpy", 1U)
        .Cases("sprintf", "snprintf", "vsprintf", "vsnprintf", "fread", "fgets", "qsort", 1U)
        .Cases("strlcpy", "strlcat", "clear_padding", "getrandom", 1U)
        .Cases("bcopy", "read", "pread", "recv", "recvfrom", "getsockname", "getpeername", 2U)
        .Case("swap", 3U)
        .Cases("exchange", "iter_swap", 3U)
        .Case("getline", ~0U)
        .Default(0U);
}

bool keeps(llvm::StringRef name) {
    return llvm::StringSwitch<bool>(name)
        .Cases("free", "cfree", "munmap", "object_size", "prefetch", "assume_aligned", true)
        .Cases("memcmp", "bcmp", "memchr", "printf", "fprintf", "dprintf", "launder", true)
        .Default(false);
}

} // namespace

ArgumentUse use_of_argument(clang::FunctionDecl const& function, size_t index) {
    if (index < function.getNumParams()) {
        clang::QualType const pointee =
            function.getParamDecl(unsigned(index))->getType()->getPointeeType();
        if (pointee.isNull() || pointee.isConstQualified()) return ArgumentUse::kept;
    }
    if (function.getOverloadedOperator() == clang::OO_GreaterGreater) return ArgumentUse::written;
    if (function.isReservedGlobalPlacementOperator()) return ArgumentUse::kept;
    if (function.getOverloadedOperator() == clang::OO_Delete) return ArgumentUse::kept;
    llvm::StringRef const name = rewrite::plain_name(function);
    if (index < 32 && (written_arguments(name) >> index & 1U)) return ArgumentUse::written;
    return keeps(name) || written_arguments(name) != 0 ? ArgumentUse::kept : ArgumentUse::unknown;
}

bool keeps_nothing(clang::FunctionDecl const& function) {
    // C11, 7; POSIX.1-2017, System Interfaces. Not those that call back, or that fill several
    // places through pointers in what they get (`readv`, `recvmsg`).
    static llvm::StringSet<> const names{"memchr",
                                         "memrchr",
                                         "rawmemchr",
                                         "strlen",
                                         "strnlen",
                                         "strcmp",
                                         "strncmp",
                                         "strcasecmp",
                                         "strncasecmp",
                                         "strcoll",
                                         "strchr",
                                         "strrchr",
                                         "strchrnul",
                                         "strstr",
                                         "strcasestr",
                                         "strpbrk",
                                         "strspn",
                                         "strcspn",
                                         "strtok_r",
                                         "strsep",
                                         "strdup",
                                         "strndup",
                                         "strtol",
                                         "strtoul",
                                         "strtoll",
                                         "strtoull",
                                         "strtod",
                                         "strtof",
                                         "strtold",
                                         "strtoimax",
                                         "strtoumax",
                                         "atoi",
                                         "atol",
                                         "atoll",
                                         "atof",
                                         "malloc",
                                         "calloc",
                                         "realloc",
                                         "abort",
                                         "exit",
                                         "_exit",
                                         "puts",
                                         "fputs",
                                         "putchar",
                                         "putc",
                                         "fputc",
                                         "fwrite",
                                         "fflush",
                                         "vprintf",
                                         "vfprintf",
                                         "perror",
                                         "strerror",
                                         "write",
                                         "pwrite",
                                         "send",
                                         "sendto",
                                         "connect",
                                         "bind",
                                         "accept",
                                         "poll",
                                         "select",
                                         "close",
                                         "open",
                                         "getsockopt",
                                         "setsockopt",
                                         "gettimeofday",
                                         "clock_gettime",
                                         "time",
                                         "nanosleep",
                                         "inet_pton",
                                         "inet_ntop",
                                         "pthread_mutex_lock",
                                         "pthread_mutex_unlock",
                                         "pthread_mutex_trylock",
                                         "pthread_mutex_init",
                                         "pthread_mutex_destroy",
                                         "pthread_cond_wait",
                                         "pthread_cond_timedwait",
                                         "pthread_cond_signal",
                                         "pthread_cond_broadcast",
                                         "pthread_sigmask",
                                         "sigfillset",
                                         "sigemptyset",
                                         "sigaddset",
                                         "sigdelset",
                                         "__errno_location",
                                         "__assert_fail"};
    llvm::StringRef const name = rewrite::plain_name(function);
    if (keeps(name) || written_arguments(name) != 0 || names.contains(name)) return true;
    if (function.isReservedGlobalPlacementOperator()) return true;
    if (function.getOverloadedOperator() == clang::OO_Delete) return true;
    return function.getBuiltinID() != 0 && function.getName().starts_with("__builtin_");
}

std::vector<std::string> const& waiting_functions() {
    static std::vector<std::string> const names{"pthread_cond_wait",
                                                "pthread_cond_timedwait",
                                                "pthread_mutex_lock",
                                                "pthread_join",
                                                "pthread_rwlock_rdlock",
                                                "pthread_rwlock_wrlock",
                                                "pthread_barrier_wait",
                                                "sem_wait",
                                                "sem_timedwait",
                                                "mtx_lock",
                                                "cnd_wait",
                                                "cnd_timedwait",
                                                "thrd_join",
                                                "raise",
                                                "kill",
                                                "pthread_kill",
                                                "sigsuspend",
                                                "sigwait",
                                                "pause",
                                                "swapcontext",
                                                "sched_yield",
                                                "sleep",
                                                "usleep",
                                                "nanosleep",
                                                "thrd_yield",
                                                "thrd_sleep",
                                                "abort",
                                                "exit"};
    return names;
}

} // namespace specialize
