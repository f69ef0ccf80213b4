// SPDX-License-Identifier: BSD-2-Clause
// Messages as no server sends them.
#pragma once

#include <keeping/random.hpp>
#include <keeping/successors/found_words.hpp>

namespace flat::keeping::successors {

/// Writes each to the thread's message registers.
class Forger {
public:
    Forger(FoundWords const& found, u64 seed) : found_(found), random_(seed) {}

    /// An answer whose length, words or kind are those of no answer; or a call, or nothing at all.
    void write_any();

    /// What looks like a sound answer, with words that were found.
    void write_answer_with_found();

    /// A call of a method of the object with this name.
    static void write_call_of_object(u64 name, u64 method);

    u64 below(u64 limit) { return random_.below(limit); }

private:
    u64 tag();
    u64 word();
    u64 found();

    FoundWords const& found_;
    Random random_;
};

} // namespace flat::keeping::successors
