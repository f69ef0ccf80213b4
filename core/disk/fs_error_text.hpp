// SPDX-License-Identifier: BSD-2-Clause
// What an error of a file system means.
#pragma once

#include <core/text.hpp>
#include <flat/fs/fs_error.hpp>

namespace flat::fs {

/// In the order of the codes.
inline constexpr char const* error_texts[] = {
    "there is no such name",
    "the name is taken",
    "it is no directory",
    "it is a directory",
    "the directory is not empty",
    "no space is left on the disk",
    "no memory is left",
    "the file system cannot be written to",
    "the name is too long",
    "the node has too many names",
    "too many symbolic links lead to the next one",
    "that is another file system",
    "the disk cannot read or write it",
    "the file system contradicts itself",
    "files cannot be so long",
    "it is in use",
    "that makes no sense here",
    "the node, or the format, does not offer this",
    "the disk holds no file system that is known",
    "that is not allowed",
    "the server does not have it any more",
    "the server does not answer",
    "the owner may not have more",
    "there is no such disk or partition",
};

static_assert(static_cast<u32>(FsError::no_disk) + 1 ==
              sizeof(error_texts) / sizeof(error_texts[0]));

/// In words.
inline Text text_of(FsError error) {
    return error_texts[static_cast<u32>(error.code)];
}

} // namespace flat::fs
