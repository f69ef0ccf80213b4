// SPDX-License-Identifier: BSD-2-Clause
// A disk in a file of the host's, which `flat run --disk` names.
#include <platform/disk.hpp>

#include <core/disk/disk_request.hpp>
#include <core/say.hpp>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace flat::platform {

using block::DiskError;
using Kind = DiskRequest::Kind;

Disk::Disk(Ports const& ports, Attributes const& attributes) : DiskComponent(ports, attributes) {
    char variable[] = "FLAT_DISK_0";
    variable[sizeof variable - 2] = static_cast<char>('0' + number);
    char const* const path = getenv(variable);
    if (path) open(path);
    if (geometry_.sectors == 0 && (path || is_expected))
        say(*log, "disk {}: there is no disk ({})", number, Text(variable));
}

Disk::~Disk() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Disk::open(char const* path) {
    descriptor_ = ::open(path, O_RDWR | O_CLOEXEC);
    geometry_.is_read_only = descriptor_ < 0;
    if (descriptor_ < 0) descriptor_ = ::open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) return;
    struct stat kind{};
    bool const is_disk =
        ::fstat(descriptor_, &kind) == 0 && (S_ISREG(kind.st_mode) || S_ISBLK(kind.st_mode));
    off_t const bytes = is_disk ? ::lseek(descriptor_, 0, SEEK_END) : 0;
    geometry_.sectors = bytes > 0 ? static_cast<u64>(bytes) / sector_bytes : 0;
}

void Disk::submit(DiskRequest& request) {
    DiskRequest::Outcome const outcome = request.check(geometry_);
    if (outcome.is_error()) return request.end(outcome);
    counts_.lock()->count(request);
    u64 const done = transfer(request);
    bool is_done = done == request.bytes();
    if (is_done && (request.kind() == Kind::flush || request.is_forced()))
        is_done = ::fdatasync(descriptor_) == 0;
    if (is_done) return request.end({});
    request.end(DiskError{DiskError::medium}, done / sector_bytes);
}

/// How many bytes the host has transferred.
u64 Disk::transfer(DiskRequest const& request) {
    u64 done = 0;
    for (DiskRequest::Segment const& each : request.segments()) {
        for (u64 left = each.bytes; left != 0;) {
            u8* const place = each.begin + (each.bytes - left);
            auto const offset = static_cast<off_t>(request.sector() * sector_bytes + done);
            ssize_t const bytes = request.kind() == Kind::read
                                      ? ::pread(descriptor_, place, left, offset)
                                      : ::pwrite(descriptor_, place, left, offset);
            if (bytes < 0 && errno == EINTR) continue;
            if (bytes <= 0) return done;
            left -= static_cast<u64>(bytes);
            done += static_cast<u64>(bytes);
        }
    }
    return done;
}

} // namespace flat::platform
