// SPDX-License-Identifier: BSD-2-Clause
// The arguments and the environment of a program that is about to begin.
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/memory/frames.hpp>
#include <machine/physical.hpp>

namespace flat::unix {

/// Texts in a row, each with a zero at its end, in a block of frames that is given back with it.
class ArgumentList : NonCopyable {
public:
    explicit ArgumentList(memory::Frames& frames) : frames_(frames) {
        auto const block = frames.allocate(order);
        if (block.is_ok()) bytes_ = static_cast<u8*>(machine::physical_to_virtual(block.value()));
    }
    ~ArgumentList() {
        if (bytes_) frames_.free(machine::virtual_to_physical(bytes_), order);
    }

    /// Whether there was memory for it.
    bool is_there() const { return bytes_; }

    /// Adds a text to the arguments, or after them to the environment. False if it does not fit.
    bool add(Text text, bool is_environment = false) {
        Span<u8> const place = room();
        if (place.size() <= text.size()) return false;
        memcpy(place.data(), text.data(), text.size());
        place[text.size()] = 0;
        return take(text.size() + 1, is_environment);
    }

    /// Where the next text can be put, with its zero, before `take`.
    Span<u8> room() const { return Span<u8>(bytes_, capacity).after(used_); }
    bool take(u64 bytes, bool is_environment) {
        if (count_ + environment_ == count_max) return false;
        used_ += bytes;
        (is_environment ? environment_ : count_) += 1;
        return true;
    }

    /// Puts a text before all others: what a script is run by.
    bool prepend(Text text) {
        if (capacity - used_ <= text.size()) return false;
        memmove(bytes_ + text.size() + 1, bytes_, used_);
        memcpy(bytes_, text.data(), text.size());
        bytes_[text.size()] = 0;
        return take(text.size() + 1, false);
    }

    /// Takes the first argument away, if there is one.
    void drop_first() {
        if (count_ == 0) return;
        u64 const bytes = strlen(reinterpret_cast<char const*>(bytes_)) + 1;
        memmove(bytes_, bytes_ + bytes, used_ - bytes);
        used_ -= bytes;
        --count_;
    }

    u32 count() const { return count_; }
    u32 environment_count() const { return environment_; }
    /// All texts.
    Span<u8 const> bytes() const { return Span<u8 const>(bytes_, used_); }

private:
    static constexpr u32 order = 5;
    static constexpr u64 capacity = domain::page_size << order;
    static constexpr u32 count_max = 8192;

    memory::Frames& frames_;
    u8* bytes_ = nullptr;
    u64 used_ = 0;
    u32 count_ = 0;
    u32 environment_ = 0;
};

} // namespace flat::unix
