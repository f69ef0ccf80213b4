// SPDX-License-Identifier: BSD-2-Clause
// How operations of file systems end, and which names they take.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/fs_error.hpp>
#include <flat/memory/mapping_error.hpp>

namespace flat::fs {

template<class T>
using Outcome = Result<T, FsError>;

/// A name, if it can be one.
inline Outcome<Text> name_in(Span<u8 const> bytes) {
    if (bytes.is_empty()) return FsError{FsError::not_found};
    if (bytes.size() > Directory::name_max) return FsError{FsError::name_too_long};
    for (u8 const each : bytes)
        if (each == 0 || each == '/') return FsError{FsError::invalid};
    return Text::from_bytes(bytes);
}

/// The names that each directory has by itself.
inline bool is_own_name(Text name) {
    return name == "." || name == "..";
}

/// What it means for a file that a page of it cannot be held.
inline FsError error_of(memory::MappingError error) {
    switch (error.code) {
    case memory::MappingError::out_of_memory:
        return FsError{FsError::out_of_memory};
    case memory::MappingError::forbidden:
        return FsError{FsError::no_space};
    default:
        return FsError{FsError::io};
    }
}

} // namespace flat::fs
