// SPDX-License-Identifier: BSD-2-Clause
// The limit of a process's memory. Linux counts private data that can be written by one limit, and
// the whole address space by another; the second one is made the first plus what counts in no
// limit: the program's own text, its libraries, and the room for calls.
#include "memory_limit.hpp"

#include <core/panic.hpp>
#include <core/text.hpp>
#include <core/types.hpp>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

namespace flat::domain {

namespace {

/// What Linux says of this process, as far as its memory (proc(5)).
class ProcessStatus {
public:
    ProcessStatus() {
        int const file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
        ssize_t const size = file < 0 ? -1 : ::read(file, text_, sizeof text_ - 1);
        if (file >= 0) ::close(file);
        text_[size < 0 ? 0 : size] = '\0';
    }

    /// The bytes that a line says, which has the name with a colon, and a number of KiB.
    u64 bytes(char const* name) const {
        char const* const line = strstr(text_, name);
        unsigned long kib = 0;
        if (!line || sscanf(line + strlen(name), "%lu kB", &kib) != 1)
            panic("the host does not say how much memory the domain has");
        return u64{kib} << 10;
    }

private:
    char text_[4096];
};

} // namespace

void limit_all_memory() {
    rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_max == RLIM_INFINITY) return;
    ProcessStatus const status;
    u64 const taken = status.bytes("VmData:");
    u64 const left = data.rlim_max > taken ? data.rlim_max - taken : 0;
    rlim_t const most = status.bytes("VmSize:") + left;
    rlimit const all{most, most};
    if (setrlimit(RLIMIT_AS, &all) != 0) panic("the host does not limit the domain's memory");
}

} // namespace flat::domain
