// SPDX-License-Identifier: BSD-2-Clause
// Where the instructions of a method are, and that each alone is right (JVMS 17, 4.9.1).
#include <java/machine/verifier/code_map.hpp>

#include <java/names.hpp>

namespace flat::java {

namespace {

constexpr u32 switch_max = 65536; // entries: there are not as many bytes of code

bool is_wide_local(u8 code) {
    u32 row = code;
    if (code >= opcode::iload_0 && code < opcode::iaload)
        row = opcode::iload + (code - opcode::iload_0) / 4u;
    if (code >= opcode::istore_0 && code < opcode::iastore)
        row = opcode::istore + (code - opcode::istore_0) / 4u;
    return row == opcode::iload + 1 || row == opcode::iload + 3 || row == opcode::istore + 1 ||
           row == opcode::istore + 3;
}

} // namespace

bool CodeMap::check() {
    marks_ = scratch_.make<u8>(bytes_.size());
    if (!marks_) return false;
    while (at_ < bytes_.size()) {
        if (!check_size() || !check_operands()) return false;
        marks_[at_] |= begins;
        at_ += size_at(at_);
    }
    for (at_ = 0; at_ < bytes_.size(); at_ += size_at(at_))
        if (!check_targets()) return false;
    return check_handlers();
}

u32 CodeMap::size_at(u32 at) const {
    u8 const code = bytes_[at];
    u32 const operands = switch_operands(at);
    switch (code) {
    case opcode::wide:
        return bytes_[at + 1] == opcode::iinc ? 6 : 4;
    case opcode::tableswitch:
        return operands + 12 + 4 * (number(operands + 8) - number(operands + 4) + 1) - at;
    case opcode::lookupswitch:
        return operands + 8 + 8 * number(operands + 4) - at;
    default:
        return opcodes[code].size;
    }
}

u32 CodeMap::branch_at(u32 at) const {
    u8 const code = bytes_[at];
    bool const is_long = code == opcode::goto_w || code == opcode::jsr_w;
    return at + (is_long ? number(at + 1) : static_cast<u32>(static_cast<i16>(index(at + 1))));
}

/// That the instruction is one, and all of it within the code.
bool CodeMap::check_size() {
    u64 const left = bytes_.size() - at_;
    u8 const code = bytes_[at_];
    if (code >= opcode_count) return fail("Bad instruction");
    u32 size = opcodes[code].size;
    if (code == opcode::wide) {
        if (left < 2) return fail("Code ends within an instruction");
        u8 const inner = bytes_[at_ + 1];
        bool const may_be_wide = (inner >= opcode::iload && inner < opcode::iload + 5) ||
                                 (inner >= opcode::istore && inner < opcode::istore + 5) ||
                                 inner == opcode::ret || inner == opcode::iinc;
        if (!may_be_wide) return fail("Bad instruction after wide");
        size = inner == opcode::iinc ? 6 : 4;
    }
    if (code == opcode::tableswitch || code == opcode::lookupswitch) {
        if (!check_switch(size)) return fail("Bad switch instruction");
    }
    return size <= left || fail("Code ends within an instruction");
}

/// The head of a switch, and how many bytes it takes.
bool CodeMap::check_switch(u32& size) const {
    u32 const operands = switch_operands(at_);
    bool const is_table = bytes_[at_] == opcode::tableswitch;
    u32 const head = is_table ? 12 : 8;
    if (operands + u64{head} > bytes_.size()) return false;
    for (u32 i = at_ + 1; i < operands; ++i)
        if (bytes_[i] != 0 && major_ < 51) return false;
    auto const low = static_cast<i32>(number(operands + 4));
    i64 const entries = is_table ? i64{static_cast<i32>(number(operands + 8))} - low + 1 : low;
    if (entries < (is_table ? 1 : 0) || entries >= switch_max) return false;
    size = operands + head + static_cast<u32>(entries) * (is_table ? 4 : 8) - at_;
    if (is_table || size > bytes_.size() - at_) return true;
    for (u32 i = 1; i < entries; ++i) {
        u32 const key = operands + head + 8 * i;
        if (static_cast<i32>(number(key - 8)) >= static_cast<i32>(number(key))) return false;
    }
    return true;
}

/// Constants, variables and numbers that an instruction names.
bool CodeMap::check_operands() {
    u8 const code = bytes_[at_];
    if (code >= opcode::iload_0 && code < opcode::iaload)
        return check_local(code, (code - opcode::iload_0) % 4u);
    if (code >= opcode::istore_0 && code < opcode::iastore)
        return check_local(code, (code - opcode::istore_0) % 4u);
    bool const is_local = (code >= opcode::iload && code < opcode::iload_0) ||
                          (code >= opcode::istore && code < opcode::istore_0) ||
                          code == opcode::iinc || code == opcode::ret;
    if (is_local) return check_local(code, bytes_[at_ + 1]);
    if (code == opcode::wide) return check_local(bytes_[at_ + 1], index(at_ + 2));
    if (code == opcode::newarray)
        return (bytes_[at_ + 1] >= 4 && bytes_[at_ + 1] <= 11) ||
               fail("Illegal newarray instruction");
    if (code == opcode::ldc) return check_loaded(bytes_[at_ + 1], false);
    if (code == opcode::ldc_w || code == opcode::ldc2_w)
        return check_loaded(index(at_ + 1), code == opcode::ldc2_w);
    if ((code >= opcode::getstatic && code <= opcode::new_) || code == opcode::anewarray ||
        code == opcode::checkcast || code == opcode::instanceof_ || code == opcode::multianewarray)
        return check_constant(code);
    return true;
}

bool CodeMap::check_local(u8 code, u32 index) {
    u32 const places = is_wide_local(code) ? 2 : 1;
    return index + places <= code_.max_locals || fail("Local variable table overflow");
}

bool CodeMap::check_constant(u8 code) {
    u32 const named = index(at_ + 1);
    Constant const kind = pool_.kind(named);
    if (code >= opcode::getstatic && code <= opcode::putfield)
        return kind == Constant::field || fail("Illegal type at constant pool entry");
    if (code >= opcode::invokevirtual && code <= opcode::invokedynamic)
        return check_call(code, named);
    return kind == Constant::class_ ? check_array(code, named)
                                    : fail("Illegal type at constant pool entry");
}

bool CodeMap::check_call(u8 code, u32 index) {
    constexpr u16 first_interface_calls = 52; // of static and private methods of interfaces
    Constant const kind = pool_.kind(index);
    bool is_right = kind == Constant::method;
    if (code == opcode::invokeinterface) is_right = kind == Constant::interface_method;
    if (code == opcode::invokedynamic) is_right = kind == Constant::invoke_dynamic;
    if (code == opcode::invokespecial || code == opcode::invokestatic)
        is_right |= kind == Constant::interface_method && major_ >= first_interface_calls;
    if (!is_right) return fail("Illegal type at constant pool entry");
    if (code == opcode::invokedynamic)
        return (bytes_[at_ + 3] == 0 && bytes_[at_ + 4] == 0) ||
               fail("Third and fourth operand bytes of invokedynamic must be zero");
    auto const [class_index, class_name, name, descriptor] = pool_.member(index);
    if (name[0] == '<' && (code != opcode::invokespecial || name != Text("<init>")))
        return fail("Illegal call to internal method");
    if (code != opcode::invokeinterface) return true;
    if (bytes_[at_ + 3] != parameter_slots(descriptor) + 1)
        return fail("Inconsistent args count operand in invokeinterface");
    return bytes_[at_ + 4] == 0 || fail("Fourth operand byte of invokeinterface must be zero");
}

bool CodeMap::check_loaded(u32 index, bool is_wide) {
    constexpr u16 first_class_constants = 49;
    Constant const kind = pool_.kind(index);
    bool is_right = false;
    if (kind == Constant::dynamic) {
        is_right = (slots_of(pool_.dynamic(index).descriptor[0]) == 2) == is_wide;
    } else if (is_wide) {
        is_right = kind == Constant::long_ || kind == Constant::double_;
    } else {
        is_right = kind == Constant::integer || kind == Constant::float_ ||
                   kind == Constant::string || kind == Constant::method_handle ||
                   kind == Constant::method_type ||
                   (kind == Constant::class_ && major_ >= first_class_constants);
    }
    return is_right || fail("Illegal type at constant pool entry");
}

bool CodeMap::check_array(u8 code, u32 index) {
    constexpr u32 dimensions_max = 255;
    Text const name = pool_.class_name(index);
    u32 dimensions = 0;
    while (dimensions < name.size() && name[dimensions] == '[')
        ++dimensions;
    if (code == opcode::new_ && dimensions > 0) return fail("Illegal creation of an array by new");
    if (code == opcode::anewarray && dimensions >= dimensions_max)
        return fail("Illegal anewarray instruction, array has more than 255 dimensions");
    if (code != opcode::multianewarray) return true;
    u32 const made = bytes_[at_ + 3];
    return (made >= 1 && made <= dimensions) || fail("Illegal dimension in multianewarray");
}

bool CodeMap::check_targets() {
    u8 const code = bytes_[at_];
    bool const is_branch = (code >= opcode::ifeq && code <= opcode::jsr) || code >= opcode::ifnull;
    if (is_branch) return check_target(static_cast<i32>(branch_at(at_)));
    bool const is_switch = code == opcode::tableswitch || code == opcode::lookupswitch;
    return !is_switch || check_switch_targets();
}

bool CodeMap::check_target(i64 target) {
    if (target < 0 || !is_instruction(static_cast<u32>(min<i64>(target, 0xffff'ffff))))
        return fail("Illegal target of jump or branch");
    mark_target(static_cast<u32>(target));
    return true;
}

bool CodeMap::check_switch_targets() {
    bool const is_table = bytes_[at_] == opcode::tableswitch;
    u32 const operands = switch_operands(at_);
    auto const distance = [&](u32 at) { return i64{static_cast<i32>(number(at))}; };
    if (!check_target(at_ + distance(operands))) return false;
    u32 const end = at_ + size_at(at_);
    for (u32 each = operands + 12; each < end; each += is_table ? 4 : 8)
        if (!check_target(at_ + distance(each))) return false;
    return true;
}

bool CodeMap::check_handlers() {
    for (u32 i = 0; i < code_.handler_count(); ++i) {
        Handler const handler = code_.handler(i);
        at_ = handler.target;
        if (!is_instruction(handler.begin)) return fail("Illegal exception table range");
        if (!is_instruction(handler.end) && handler.end != bytes_.size())
            return fail("Illegal exception table range");
        if (!is_instruction(handler.target)) return fail("Illegal exception table handler");
        mark_target(handler.target);
    }
    return true;
}

} // namespace flat::java
