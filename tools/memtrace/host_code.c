// SPDX-License-Identifier: BSD-2-Clause
// Tells QEMU's own functions from the code that it generates.
#define _GNU_SOURCE
#include "host_code.h"

#include <link.h>
#include <stddef.h>

// Called for the program itself first, whose executable segment it takes; it asks for no other.
static int take_code(struct dl_phdr_info* object, size_t size, void* code) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        ElfW(Phdr) const* segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0)
            *(struct HostCode*)code =
                (struct HostCode){object->dlpi_addr + segment->p_vaddr, segment->p_memsz};
    }
    return 1;
}

struct HostCode host_code_find(void) {
    struct HostCode code = {0, 0};
    dl_iterate_phdr(take_code, &code);
    return code;
}
