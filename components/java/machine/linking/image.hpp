// SPDX-License-Identifier: BSD-2-Clause
// The file `modules` of a packaged class library (jimage:
// jdk.internal.jimage.ImageHeader, ImageStringsReader, ImageLocation): one
// table, found by a perfect hash.
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>

namespace flat::java {

/// Finds class files where they lie. Nothing is believed of the bytes.
class Image {
public:
    Image() = default;
    explicit Image(Span<u8 const> bytes) : bytes_(bytes) {}

    /// What is wrong with it; empty if nothing is.
    Text problem();

    /// The file of a class in internal form, of the module java.base; empty if
    /// there is none.
    Span<u8 const> find(Text class_name) const;

private:
    u32 number(u64 offset) const;
    Text text(u64 offset) const;
    bool is_at(u64 location, Text class_name, u64& offset, u64& size) const;

    Span<u8 const> bytes_;
    u32 table_length_ = 0;
    u64 redirect_ = 0;
    u64 offsets_ = 0;
    u64 locations_ = 0;
    u64 strings_ = 0;
    u64 resources_ = 0;
};

} // namespace flat::java
