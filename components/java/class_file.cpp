// SPDX-License-Identifier: BSD-2-Clause
// What a class file consists of, read again after it has been checked.
#include <java/class_file.hpp>

#include <core/utility.hpp>

namespace flat::java {

Maybe<Attribute> Attributes::next() {
    if (left_ == 0) return nothing;
    --left_;
    Text const name = pool_.utf8(reader_.u2());
    u32 const size = reader_.u4();
    u32 const offset = reader_.offset();
    return Attribute{name, reader_.take(size), offset};
}

Maybe<Attribute> Attributes::find(Text name) const {
    Attributes rest = *this;
    while (auto const each = rest.next())
        if (each->name == name) return each;
    return nothing;
}

Maybe<Member> Members::next() {
    if (left_ == 0) return nothing;
    --left_;
    u16 const flags = reader_.u2();
    Text const name = pool_.utf8(reader_.u2());
    Text const descriptor = pool_.utf8(reader_.u2());
    u16 const count = reader_.u2();
    Attributes const attributes(pool_, reader_, count);
    for (u32 i = 0; i < count; ++i) {
        reader_.u2();
        u32 const size = reader_.u4();
        reader_.take(size);
    }
    return Member{flags, name, descriptor, attributes};
}

Handler Code::handler(u32 index) const {
    u8 const* const at = handler_table.part(u64{8} * index, 8).data();
    return {load_big_endian_u16(at), load_big_endian_u16(at + 2), load_big_endian_u16(at + 4),
            load_big_endian_u16(at + 6)};
}

Maybe<Code> ClassFile::code(Member const& method) const {
    auto const attribute = method.attributes.find("Code");
    if (!attribute) return nothing;
    ByteReader reader(attribute->bytes, attribute->offset);
    u16 const max_stack = reader.u2();
    u16 const max_locals = reader.u2();
    u32 const size = reader.u4();
    u32 const offset = reader.offset();
    Span<u8 const> const bytes = reader.take(size);
    u32 const handlers = reader.u2();
    Span<u8 const> const table = reader.take(8 * handlers);
    u16 const count = reader.u2();
    return Code{max_stack, max_locals, bytes, offset, table, Attributes(pool_, reader, count)};
}

ClassFile::BootstrapMethod ClassFile::bootstrap_method(u16 index) const {
    auto const attribute = attributes_.find("BootstrapMethods");
    assert(attribute.has_value());
    ByteReader reader(attribute->bytes);
    u16 const count = reader.u2();
    assert(index < count);
    for (;;) {
        u16 const handle = reader.u2();
        u32 const arguments = reader.u2();
        Span<u8 const> const indices = reader.take(2 * arguments);
        if (index-- == 0) return {handle, indices};
    }
}

u32 line_at(Code const& code, u32 instruction) {
    Attributes attributes = code.attributes;
    u32 line = 0;
    u32 nearest = 0;
    while (auto const each = attributes.next()) {
        if (each->name != Text("LineNumberTable")) continue;
        ByteReader reader(each->bytes);
        for (u32 left = reader.u2(); left > 0; --left) {
            u32 const begin = reader.u2();
            u32 const its_line = reader.u2();
            if (begin > instruction || (line != 0 && begin < nearest)) continue;
            nearest = begin;
            line = its_line;
        }
    }
    return line;
}

} // namespace flat::java
