// SPDX-License-Identifier: BSD-2-Clause
// A base's body moves into an inner namespace that has other things of the same names.
// RUN: %same_output --class device::disk::Drive %s
#include <cstdio>

namespace device {

int sectors() {
    return 1;
}
int const block_size = 512;
enum Mode { slow, fast };
struct Request {
    int number = 10;
};

struct Storage {
    int capacity() const {
        Request request;
        return sectors() * block_size + request.number + fast;
    }
    Mode mode = fast;
};

namespace disk {

int sectors() {
    return 1000;
}
int const block_size = 4096;
enum Mode { fast = 70, slow };
struct Request {
    int number = 5;
};

struct Drive : Storage {
    int capacity() const {
        Request request;
        return Storage::capacity() * 100000 + sectors() * 10 + block_size + request.number + slow;
    }
};

} // namespace disk
} // namespace device

int main() {
    device::disk::Drive drive;
    std::printf("%d %d\n", drive.capacity(), drive.mode);
    device::Storage& storage = drive;
    std::printf("%d\n", storage.capacity());
}

// PRINTS: 52314172 1
// PRINTS: 523
