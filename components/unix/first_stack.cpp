// SPDX-License-Identifier: BSD-2-Clause
// What a program finds on its stack when it begins.
#include <unix/first_stack.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <unix/layout.hpp>

namespace flat::unix {

namespace {

/// Types of entries of the auxiliary vector.
enum Auxiliary : u64 {
    at_null = 0,
    at_phdr = 3,
    at_phent = 4,
    at_phnum = 5,
    at_pagesz = 6,
    at_base = 7,
    at_entry = 9,
    at_uid = 11,
    at_euid = 12,
    at_gid = 13,
    at_egid = 14,
    at_platform = 15,
    at_clktck = 17,
    at_secure = 23,
    at_random = 25,
    at_execfn = 31,
};

constexpr char platform[] = "x86_64";

/// Puts words into a program's memory, one after the other.
class Words : NonCopyable {
public:
    Words(ProgramMemory& memory, vaddr place) : memory_(memory), place_(place) {}

    Result<void, Errno> put(u64 word) {
        words_[count_++] = word;
        return count_ == room ? flush() : Result<void, Errno>();
    }

    Result<void, Errno> flush() {
        auto const bytes = bytes_of(Span<u64 const>(words_, count_));
        TRY(memory_.write(place_, bytes));
        place_ += bytes.size();
        count_ = 0;
        return {};
    }

private:
    static constexpr u32 room = 64;

    ProgramMemory& memory_;
    vaddr place_;
    u64 words_[room] = {};
    u32 count_ = 0;
};

/// Puts the addresses of texts that lie in a row, and a zero after the last; moves `texts` and
/// `place` to what follows.
Result<void, Errno> put_addresses(Words& words, Span<u8 const>& texts, vaddr& place, u32 count) {
    for (u32 i = 0; i < count; ++i) {
        TRY(words.put(place));
        u64 const bytes = strlen(reinterpret_cast<char const*>(texts.data())) + 1;
        texts = texts.after(bytes);
        place += bytes;
    }
    return words.put(0);
}

} // namespace

Result<vaddr, Errno> write_first_stack(ProgramMemory& memory, ArgumentList const& arguments,
                                       ElfProgram const& program, vaddr interpreter,
                                       Credentials const& as, u64 const (&random)[2]) {
    Span<u8 const> texts = arguments.bytes();
    vaddr place = layout::stack_end - texts.size();
    vaddr const platform_place = place - sizeof platform;
    vaddr const random_place = align_down(platform_place, 16) - sizeof random;
    u64 const auxiliary[][2] = {
        {at_phdr, program.headers()},
        {at_phent, ElfProgram::header_bytes},
        {at_phnum, program.header_count()},
        {at_pagesz, domain::page_size},
        {at_base, interpreter},
        {at_entry, program.entry()},
        {at_uid, as.user.real},
        {at_euid, as.user.effective},
        {at_gid, as.group.real},
        {at_egid, as.group.effective},
        {at_secure, u64{as.is_secure()}},
        {at_clktck, 100},
        {at_random, random_place},
        {at_platform, platform_place},
        {at_execfn, place},
        {at_null, 0},
    };
    u64 const word_count =
        arguments.count() + arguments.environment_count() + 3 + sizeof auxiliary / sizeof(u64);
    if (texts.size() + word_count * sizeof(u64) > layout::stack_bytes / 4) return Errno::e2big;
    vaddr const stack = align_down(random_place - word_count * sizeof(u64), 16);
    TRY(memory.write(place, texts));
    TRY(memory.write(platform_place, Text(platform, sizeof platform).bytes()));
    TRY(memory.write(random_place, bytes_of(Span<u64 const>(random))));
    Words words(memory, stack);
    TRY(words.put(arguments.count()));
    TRY(put_addresses(words, texts, place, arguments.count()));
    TRY(put_addresses(words, texts, place, arguments.environment_count()));
    for (auto const& each : auxiliary) {
        TRY(words.put(each[0]));
        TRY(words.put(each[1]));
    }
    TRY(words.flush());
    return stack;
}

} // namespace flat::unix
