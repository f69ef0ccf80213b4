// SPDX-License-Identifier: BSD-2-Clause
// One file of a disk, read into memory.
#include <boot/file_of_disk.hpp>

#include <core/bits.hpp>
#include <core/say.hpp>
#include <core/top.hpp>
#include <domain/page.hpp>

namespace flat::boot {

FileOfDisk::~FileOfDisk() {
    if (block_.address != 0) memory->free(block_);
}

BootFile::Contents FileOfDisk::contents() {
    if (!exchange(is_asked_, true) && load().is_error() && is_needed)
        say(*log, "there is no file `{}` on the disk, or it cannot be read", Text(path));
    return {block_.address, bytes_};
}

Result<void, fs::FsError> FileOfDisk::load() {
    auto const outcome = find_and_copy();
    (void)files->unmount(); // it was only read, and others may have files open
    return outcome;
}

Result<void, fs::FsError> FileOfDisk::find_and_copy() {
    Holding<fs::Node> const node(TRY(find()));
    fs::File* const file = narrow_to<fs::File>(*node);
    if (!file) return fs::FsError{fs::FsError::is_directory};
    return copy(*file);
}

/// The node at the end of the path, held.
Result<fs::Node*, fs::FsError> FileOfDisk::find() {
    Holding<fs::Node> node(TRY(files->root()));
    for (Text left = path; !left.is_empty();) {
        usize size = 0;
        while (size < left.size() && left[size] != '/')
            ++size;
        Text const name = left.first(size);
        left = left.after(size < left.size() ? size + 1 : size);
        if (name.is_empty()) continue;
        auto* const directory = narrow_to<fs::Directory>(*node);
        if (!directory) return fs::FsError{fs::FsError::not_directory};
        node.take(TRY(directory->lookup(name.bytes())));
    }
    return node.leave();
}

Result<void, fs::FsError> FileOfDisk::copy(fs::File& file) {
    u64 const bytes = file.attributes().size_bytes;
    if (bytes == 0) return {};
    u32 order = 0;
    while (domain::page_size << order < bytes)
        ++order;
    auto const block = memory->allocate(order);
    if (block.is_error()) return fs::FsError{fs::FsError::out_of_memory};
    block_ = block.value();
    Span<u8> const place(pointer_to<u8>(block_.address), bytes);
    for (u64 done = 0; done < bytes;) {
        u64 const read = TRY(file.read(done, place.after(done)));
        if (read == 0) return fs::FsError{fs::FsError::io};
        done += read;
    }
    bytes_ = bytes;
    return {};
}

} // namespace flat::boot
