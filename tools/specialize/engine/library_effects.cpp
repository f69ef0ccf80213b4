// SPDX-License-Identifier: BSD-2-Clause
// A table of POSIX functions; a function of the same name that the program defines is its own.
#include "library_effects.hpp"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>

namespace specialize {

bool writes_only_arguments(llvm::Function const& function) {
    // POSIX.1-2017, System Interfaces.
    static llvm::StringSet<> const names{"sendto",
                                         "send",
                                         "getsockopt",
                                         "setsockopt",
                                         "socket",
                                         "bind",
                                         "getsockname",
                                         "getpeername",
                                         "sigfillset",
                                         "sigemptyset",
                                         "sigaddset",
                                         "sigdelset",
                                         "gettimeofday",
                                         "clock_gettime",
                                         "time",
                                         "getpid",
                                         "htonl",
                                         "ntohl",
                                         "htons",
                                         "ntohs",
                                         "pthread_self",
                                         "pthread_equal",
                                         "__errno_location",
                                         "pthread_mutex_unlock",
                                         "pthread_cond_signal"};
    return function.isDeclaration() && names.contains(function.getName());
}

} // namespace specialize
