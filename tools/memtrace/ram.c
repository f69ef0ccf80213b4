// SPDX-License-Identifier: BSD-2-Clause
// The guest's memory, through the file that backs it.
#define _POSIX_C_SOURCE 200809L
#include "ram.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map_open_file(struct Ram* ram, int file) {
    struct stat status;
    if (fstat(file, &status) != 0) return false;
    if (status.st_size == 0) { // mmap would only say: Invalid argument
        errno = ENODATA;
        return false;
    }
    void* base = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base == MAP_FAILED) return false;
    *ram = (struct Ram){base, (uint64_t)status.st_size};
    return true;
}

bool ram_map(struct Ram* ram, char const* path) {
    int const file = open(path, O_RDWR | O_CLOEXEC);
    bool const is_mapped = file >= 0 && map_open_file(ram, file);
    if (!is_mapped)
        fprintf(stderr,
                "memtrace: cannot map the guest's memory, ram=%s: %s\n"
                "memtrace: give QEMU -object memory-backend-file,id=ram,mem-path=%s,share=on,size=…"
                " -machine memory-backend=ram\n",
                path, strerror(errno), path);
    if (file >= 0) close(file);
    return is_mapped;
}

static bool has_bytes(struct Ram const* ram, uint64_t offset, uint64_t size_bytes) {
    return size_bytes <= ram->size_bytes && offset <= ram->size_bytes - size_bytes;
}

bool ram_read(struct Ram const* ram, uint64_t offset, void* target, uint64_t size_bytes) {
    if (!has_bytes(ram, offset, size_bytes)) return false;
    memcpy(target, ram->base + offset, size_bytes);
    return true;
}

enum RecordState ram_fill_record(struct Ram const* ram, uint64_t offset,
                                 struct ProbeRecord const* record) {
    if (ram->base == NULL) return record_without_ram;
    if (offset % probe_record_bytes != 0) return record_misaligned;
    if (!has_bytes(ram, offset, probe_record_bytes)) return record_outside_ram;
    struct ProbeRecord* target = (struct ProbeRecord*)(ram->base + offset);
    if (target->mark != probe_mark) return record_without_mark;
    *target = *record;
    return record_filled;
}
