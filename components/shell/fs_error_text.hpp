// SPDX-License-Identifier: BSD-2-Clause
// What an error of a file system means.
#pragma once

#include <core/text.hpp>
#include <flat/fs/fs_error.hpp>

namespace flat::shell {

/// In words.
Text text_of(fs::FsError error);

} // namespace flat::shell
