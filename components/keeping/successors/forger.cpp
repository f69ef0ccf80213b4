// SPDX-License-Identifier: BSD-2-Clause
// Messages as no server sends them.
#include <keeping/successors/forger.hpp>

#include <domain/call_parts.hpp>
#include <domain/calls_back.hpp>
#include <domain/message.hpp>

namespace flat::keeping::successors {

namespace {

constexpr u64 methods_tried = 4; // of `Tally`, and perhaps one more

u64* registers() {
    return domain::utcb().message_registers;
}

} // namespace

void Forger::write_any() {
    for (u32 i = 1; i < l4::Utcb::message_register_count; ++i)
        registers()[i] = word();
    registers()[0] = tag();
}

/// The first word of an answer says that there is no error.
void Forger::write_answer_with_found() {
    registers()[1] = 0;
    for (u32 i = 2; i < l4::Utcb::message_register_count; ++i)
        registers()[i] = found();
    registers()[0] = l4::MessageTag(domain::answer_label, 1 + static_cast<u32>(below(8))).raw();
}

void Forger::write_call_of_object(u64 name, u64 method) {
    registers()[1] = 0;
    registers()[2] = name;
    registers()[3] = 1;
    registers()[0] = domain::call_tag(domain::first_of_objects + method, domain::Part::last, 3);
}

/// Most are answers: lengths from none to more than there are words, now and then with items.
u64 Forger::tag() {
    u32 const untyped = static_cast<u32>(below(64));
    switch (below(16)) {
    case 0:
        return l4::MessageTag(domain::answer_label, untyped, static_cast<u32>(below(64))).raw();
    case 1:
        return domain::refused_tag;
    case 2:
        return random_.next() << 16;
    case 3:
        return domain::call_tag(below(32), domain::Part{below(4)}, untyped);
    case 4:
        return domain::call_tag(domain::first_of_objects + below(methods_tried),
                                domain::Part{below(4)}, untyped);
    default:
        return l4::MessageTag(domain::answer_label, untyped).raw();
    }
}

/// Sizes, places, numbers of enumerators, and what is far beyond all of them.
u64 Forger::word() {
    switch (below(8)) {
    case 0:
        return random_.next() << 16 | random_.next();
    case 1:
        return ~u64{0} - below(16);
    case 2:
        return found();
    case 3:
        return domain::payload_bytes_max - below(16);
    case 4:
        return u64{1} << below(64);
    default:
        return below(16);
    }
}

u64 Forger::found() {
    return found_.count() ? found_[static_cast<u32>(below(found_.count()))] : random_.next();
}

} // namespace flat::keeping::successors
