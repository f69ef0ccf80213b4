// SPDX-License-Identifier: BSD-2-Clause
// A machine for Java: what its threads share.
#include <java/machine/machine.hpp>

#include <core/panic.hpp>
#include <java/machine/memory/utf8.hpp>
#include <java/machine/run.hpp>

namespace flat::java {

bool Machine::need(Class*& to, Text name) {
    to = classes.load(symbols.of_copy(name));
    if (to) return true;
    TextBuffer<300> line;
    format(line, "java: {}: {}", classes.problem().exception, classes.problem().message.text());
    platform.report(line.text());
    return false;
}

bool Machine::begin(u64 bytes_of_half) {
    if (!heap.begin(platform, bytes_of_half)) {
        platform.report("java: there is no memory for the heap");
        return false;
    }
    bool const is_there =
        need(known.object, "java/lang/Object") && need(known.class_, "java/lang/Class") &&
        need(known.string, "java/lang/String") && need(known.thread, "java/lang/Thread") &&
        need(known.throwable, "java/lang/Throwable") &&
        need(known.stack_overflow, "java/lang/StackOverflowError") && need(known.bytes, "[B") &&
        need(known.longs, "[J") && need(known.strings, "[Ljava/lang/String;") &&
        need(known.objects, "[Ljava/lang/Object;") && need(known.classes, "[Ljava/lang/Class;");
    if (!is_there) return false;
    known.class_pointer = align_up<u32>(known.class_->instance_bytes, 8);
    known.class_->instance_bytes = known.class_pointer + 8;
    strings.begin(
        {field(*known.string, "value", "[B").offset, field(*known.string, "coder", "B").offset});
    find_thread_fields();
    return true;
}

void Machine::find_thread_fields() {
    auto const place = [&](Text name, Text descriptor) {
        return field(*known.thread, name, descriptor).offset;
    };
    thread_fields = {.address = place("eetop", "J"),
                     .name = place("name", "Ljava/lang/String;"),
                     .status = place("threadStatus", "I"),
                     .priority = place("priority", "I"),
                     .daemon = place("daemon", "Z"),
                     .interrupted = place("interrupted", "Z")};
}

Field& Machine::field(Class& of, Text name, Text descriptor) {
    Field* const found =
        Classes::find_field(&of, symbols.of_copy(name), symbols.of_copy(descriptor));
    if (!found) panic("java: {} has no field {}: another class library?", of.name->text, name);
    return *found;
}

Object* Machine::mirror_of(Class& of) {
    Object* outer = nullptr; // an array's, that still lacks the one of its elements
    for (Class* each = &of; each; each = each->element) {
        bool const is_known = each->mirror != nullptr;
        if (!is_known) each->mirror = heap.make(known.class_);
        if (!each->mirror) return nullptr;
        at<u64>(each->mirror, known.class_pointer) = address_of(each);
        if (outer)
            at<Object*>(outer, field(*known.class_, "componentType", "Ljava/lang/Class;").offset) =
                each->mirror;
        if (!is_known && modules.base) modules.set(*this, *each);
        if (is_known) break;
        outer = each->mirror;
    }
    return of.mirror;
}

Object* Machine::string_of(Text text) {
    Utf8Size const size = size_of_utf8(text);
    Array* const value = heap.make_array(known.bytes, size.is_latin1 ? size.units : 2 * size.units);
    Object* const made = value ? heap.make(known.string) : nullptr;
    if (!made) return nullptr;
    strings.set(made, value, size.is_latin1);
    Utf8Reader reader(text);
    for (u32 i = 0; i < size.units; ++i) {
        u16 const unit = reader.next();
        if (size.is_latin1)
            value->elements<u8>()[i] = static_cast<u8>(unit);
        else
            value->elements<u16>()[i] = unit;
    }
    return made;
}

Object* Machine::intern(Text text) {
    Object* const made = string_of(text);
    return made ? strings.interned(strings.intern(made)) : nullptr;
}

Object* Machine::binary_name(Text internal) {
    Object* const made = string_of(internal);
    if (!made) return nullptr;
    Array& value = *strings.value(made);
    u32 const unit_bytes = strings.is_latin1(made) ? 1 : 2;
    for (u32 i = 0; i < value.length; i += unit_bytes) {
        bool const is_slash = strings.character(made, i / unit_bytes) == '/';
        if (is_slash) value.elements<u8>()[i] = '.';
    }
    return strings.interned(strings.intern(made));
}

void Machine::put_string(Object* string, TextSink& sink) {
    if (!string) {
        sink.put("null");
        return;
    }
    for (u32 i = 0; i < strings.length(string); ++i)
        put_utf8(strings.character(string, i), sink);
}

u32 Machine::hash_of(Object* object) {
    if (object->hash != 0) return object->hash;
    // Marsaglia 2003, Xorshift RNGs.
    hash_seed_ ^= hash_seed_ << 13;
    hash_seed_ ^= hash_seed_ >> 17;
    hash_seed_ ^= hash_seed_ << 5;
    return object->hash = hash_seed_ >> 1 | 1;
}

void Machine::visit_roots(Heap&) {
    classes.each([&](Class& each) {
        heap.visit(each.mirror);
        auto** const statics = reinterpret_cast<Object**>(each.statics);
        for (u32 i = 0; i < each.static_reference_count; ++i)
            heap.visit(statics[i]);
    });
    strings.visit(heap);
    heap.visit(out_of_memory);
    heap.visit(modules.base);
    heap.visit(modules.unnamed);
    threads.visit(heap);
}

} // namespace flat::java
