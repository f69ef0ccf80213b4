// SPDX-License-Identifier: BSD-2-Clause
// Numbers as objects, and back (JLS 5.1.7, 5.1.8).
#include <java/machine/call_sites/boxes.hpp>

#include <java/machine/numbers/binary_float.hpp>

namespace flat::java {

namespace {

struct Box {
    char kind;
    Text name;
};
constexpr Box boxes[] = {
    {'Z', "java/lang/Boolean"}, {'B', "java/lang/Byte"},    {'C', "java/lang/Character"},
    {'S', "java/lang/Short"},   {'I', "java/lang/Integer"}, {'J', "java/lang/Long"},
    {'F', "java/lang/Float"},   {'D', "java/lang/Double"},
};

/// A number in an object, as an integer of 64 bits or an encoding.
u64 value_at(void* place, char kind) {
    switch (kind) {
    case 'Z':
        return at<u8>(place, 0);
    case 'B':
        return static_cast<u64>(i64{at<i8>(place, 0)});
    case 'C':
        return at<u16>(place, 0);
    case 'S':
        return static_cast<u64>(i64{at<i16>(place, 0)});
    case 'I':
        return static_cast<u64>(i64{at<i32>(place, 0)});
    case 'F':
        return at<u32>(place, 0);
    default:
        return at<u64>(place, 0);
    }
}

} // namespace

bool is_wider(char from, char to) {
    constexpr Text order = "BSIJFD";
    if (from == to) return true;
    if (from == 'V' || from == 'Z' || to == 'Z' || to == 'C') return false;
    if (from == 'C') return to != 'B' && to != 'S';
    usize low = 0;
    usize high = 0;
    for (usize i = 0; i < order.size(); ++i) {
        if (order[i] == from) low = i;
        if (order[i] == to) high = i;
    }
    return low < high;
}

Text box_of(char kind) {
    for (Box const& each : boxes)
        if (each.kind == kind) return each.name;
    return {};
}

bool box(Run& run, char kind) {
    Text const name = box_of(kind);
    TextBuffer<64> descriptor;
    descriptor.put("(");
    descriptor.put(Text(&kind, 1));
    descriptor.put(")L");
    descriptor.put(name);
    descriptor.put(";");
    Slot const arguments[] = {run.result[0], run.result[1]};
    Class* const type = run.machine.classes.load(name);
    if (!type) return run.raise_problem();
    return run.call_static(*type, "valueOf", descriptor.text(), arguments);
}

bool unbox(Machine& machine, Object* object, char kind, Slot* to) {
    if (!object) return false;
    for (Box const& each : boxes) {
        if (object->type->name->text != each.name) continue;
        if (!is_wider(each.kind, kind)) return false;
        Field const& field = machine.field(*object->type, "value", Text(&each.kind, 1));
        u64 value = value_at(&at<u8>(object, field.offset), each.kind);
        bool const is_float = each.kind == 'F' || each.kind == 'D';
        if (kind == 'D' && each.kind == 'F') value = widen(static_cast<u32>(value));
        if (kind == 'D' && !is_float) value = Binary64::from_integer(static_cast<i64>(value));
        if (kind == 'F' && !is_float) value = Binary32::from_integer(static_cast<i64>(value));
        if (kind == 'J' || kind == 'D')
            put_long(to, value);
        else
            to[0] = static_cast<u32>(value);
        return true;
    }
    return false;
}

} // namespace flat::java
