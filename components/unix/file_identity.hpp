// SPDX-License-Identifier: BSD-2-Clause
// By what open files are told from each other that have no node.
#pragma once

#include <core/types.hpp>
#include <flat/unix/open_file.hpp>

namespace flat::unix {

/// Of a sort, by an object that is there as long as the file. No two that are there have the same,
/// as programs compare them.
template<class T>
OpenFile::Identity identity_of(OpenFile::Sort sort, T const& object) {
    return {sort, static_cast<u32>(address_of(&object) >> 4)};
}

/// Of a file that has a node.
constexpr OpenFile::Identity identity_of_node{OpenFile::Sort::of_node, 0};

} // namespace flat::unix
