// SPDX-License-Identifier: BSD-2-Clause
// A component object in memory: checked, relocated, and taken for what its description says.
#pragma once

#include <core/image/elf_image.hpp>
#include <core/image/loadable.hpp>
#include <core/result.hpp>
#include <core/text.hpp>

namespace flat::service {

/// A function that the kernel gives to component objects.
struct Export {
    char const* name;
    void const* address;
};

/// Why an object is refused, and what of it that is about.
struct ObjectFault {
    enum class Reason : u8 { malformed, foreign, undefined };

    Reason reason;
    char const* what;        ///< A literal.
    char const* symbol = ""; ///< Its name, in the object's own memory.
};

/// An object on its way from a file into memory. Nothing in it is believed: what it says of
/// addresses stays within its own memory, which is what its code would not be held to.
class ObjectImage {
public:
    /// The most memory that an object has.
    static constexpr u64 bytes_max = 16 << 20;

    /// Checks the file's headers and segments; the file must outlive it.
    static Result<ObjectImage, ObjectFault> parse(Span<u8 const> file);

    /// How much memory it needs, in bytes.
    u64 bytes() const { return bytes_; }

    /// The segments, whose rights the memory is to have in the end.
    ElfImage const& elf() const { return elf_; }

    /// What is never written once it is settled, in whole pages; it may be empty.
    ElfImage::Range settled() const;

    /// Puts the object into its memory, of `bytes` zeroed bytes, which is where it will run, and
    /// has its symbols lead to `exports`.
    Result<Loadable const*, ObjectFault> settle(Span<u8> memory, Span<Export const> exports);

private:
    struct Table {
        u64 offset;
        u64 bytes;
    };

    /// Where its tables lie in the memory.
    struct Tables {
        Table symbols;
        Table strings;
        Table relocations;
        Table plt_relocations;
    };

    struct Symbol {
        u32 name;
        u8 info;
        u8 other;
        u16 section; // 0: somebody else's
        u64 value;
        u64 size;
    };

    explicit ObjectImage(ElfImage const& elf) : elf_(elf) {}

    Result<Tables, ObjectFault> tables() const;
    Result<void, ObjectFault> relocate_all(Tables const& tables, Table table,
                                           Span<Export const> exports);
    Result<u64, ObjectFault> address_of_symbol(Tables const& tables, u64 index,
                                               Span<Export const> exports) const;
    Result<Loadable const*, ObjectFault> description(Tables const& tables) const;
    bool is_sound(Loadable const& description) const;
    bool has(void const* pointer, u64 count, u64 size) const;
    bool has_text(char const* text) const;
    char const* name_of(Tables const& tables, Symbol const& symbol) const;
    Maybe<Symbol> symbol_at(Tables const& tables, u64 index) const;
    template<class Record>
    Record read(u64 offset) const;

    ElfImage elf_;
    u64 bytes_ = 0;
    Span<u8> memory_;
};

} // namespace flat::service
