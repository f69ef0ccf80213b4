// SPDX-License-Identifier: BSD-2-Clause
// Texts in the heap, and those of which there is one each (JVMS 17, 5.1).
#pragma once

#include <java/machine/memory/heap.hpp>

namespace flat::java {

/// Where a java.lang.String has its characters: one byte each if all are of
/// Latin-1.
struct StringLayout {
    u32 value;
    u32 coder;
};

/// The interned strings. They live as long as the machine.
class Strings : NonCopyable {
public:
    explicit Strings(Arena& arena) : arena_(arena) {}

    void begin(StringLayout layout) { layout_ = layout; }

    static Array* value(Object* string, StringLayout layout) {
        return at<Array*>(string, layout.value);
    }
    Array* value(Object* string) const { return value(string, layout_); }
    bool is_latin1(Object* string) const { return at<u8>(string, layout_.coder) == 0; }
    u32 length(Object* string) const {
        return value(string)->length >> (is_latin1(string) ? 0 : 1);
    }
    u16 character(Object* string, u32 index) const;
    bool are_equal(Object* a, Object* b) const;
    void set(Object* string, Array* value, bool is_latin1) {
        at<Array*>(string, layout_.value) = value;
        at<u8>(string, layout_.coder) = is_latin1 ? 0 : 1;
    }

    /// The index of the interned string that equals one; of itself if there is
    /// none yet.
    u32 intern(Object* string);
    Object* interned(u32 index) const { return entries_[index].string; }
    void visit(Heap& heap);

private:
    struct Entry {
        Object* string;
        u32 hash;
        u32 next; ///< index + 1
    };
    u32 hash_of(Object* string) const;
    bool grow();

    Arena& arena_;
    StringLayout layout_{};
    Entry* entries_ = nullptr;
    u32* buckets_ = nullptr;
    u32 count_ = 0;
    u32 capacity_ = 0;
};

} // namespace flat::java
