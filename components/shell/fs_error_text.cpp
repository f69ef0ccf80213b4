// SPDX-License-Identifier: BSD-2-Clause
// What an error of a file system means.
#include <shell/fs_error_text.hpp>

namespace flat::shell {

namespace {

/// In the order of the codes.
constexpr char const* texts[] = {
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
    "the file system has features that are not known",
    "the disk holds no file system that is known",
    "that is not allowed",
    "the server does not have it any more",
    "the server does not answer",
};

} // namespace

Text text_of(fs::FsError error) {
    return texts[static_cast<u32>(error.code)];
}

static_assert(static_cast<u32>(fs::FsError::no_answer) + 1 == sizeof(texts) / sizeof(texts[0]));

} // namespace flat::shell
