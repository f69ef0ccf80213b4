// SPDX-License-Identifier: BSD-2-Clause
// Instructions that compute, move and branch: their types (JVMS 17, 4.10.1.9).
#include <java/machine/verifier/method_verifier.hpp>

#include <java/names.hpp>

namespace flat::java {

namespace {

/// In the order of the instructions' codes: int, long, float, double, reference.
constexpr ValueKind kinds[] = {ValueKind::integer, ValueKind::long_, ValueKind::float_,
                               ValueKind::double_, ValueKind::object};

ValueType type_of(char kind) {
    switch (kind) {
    case 'J':
        return {ValueKind::long_};
    case 'F':
        return {ValueKind::float_};
    case 'D':
        return {ValueKind::double_};
    case 'N':
        return {ValueKind::null};
    default:
        return {ValueKind::integer};
    }
}

} // namespace

bool MethodVerifier::simple(Opcode const& row, u8 code) {
    for (u64 i = __builtin_strlen(row.pops); i > 0; --i)
        if (!pop_kind(row.pops[i - 1])) return false;
    if (row.pushes[0] != '\0' && !push(type_of(row.pushes[0]))) return false;
    bool const is_jump = code == opcode::goto_ || code == opcode::goto_w;
    if (is_jump) return jump(map_.branch_at(at_));
    bool const is_branch = (code >= opcode::ifeq && code < opcode::goto_) ||
                           code == opcode::ifnull || code == opcode::ifnonnull;
    return !is_branch || flow_to(map_.branch_at(at_));
}

bool MethodVerifier::special(u8 code) {
    if (code <= opcode::ldc2_w)
        return constant(code == opcode::ldc ? u32{code_[at_ + 1]} : u32{index_at()});
    bool const is_array = (code >= opcode::iaload && code < opcode::istore) ||
                          (code >= opcode::iastore && code < opcode::pop);
    if (is_array) return array_access(code);
    if (code < opcode::pop || code == opcode::iinc) return local(code);
    if (code < opcode::iinc) return rearrange(code);
    if (code <= opcode::return_ && code >= opcode::ireturn) return return_(code);
    if (code >= opcode::getstatic && code <= opcode::putfield) return field(code);
    if (code >= opcode::invokevirtual && code <= opcode::invokedynamic) return invoke(code);
    switch (code) {
    case opcode::jsr:
    case opcode::jsr_w:
        falls_through_ = false;
        return call_subroutine(map_.branch_at(at_), at_ + map_.size_at(at_));
    case opcode::ret:
        falls_through_ = false;
        return return_from_subroutine(code_[at_ + 1]);
    case opcode::tableswitch:
    case opcode::lookupswitch:
        return switch_(code == opcode::tableswitch ? 4 : 8);
    case opcode::new_:
        return new_();
    case opcode::newarray:
    case opcode::anewarray:
    case opcode::multianewarray:
        return new_array(code);
    case opcode::arraylength:
        return array_length();
    case opcode::athrow:
        return throw_();
    case opcode::wide:
        return wide();
    default:
        return cast(code);
    }
}

bool MethodVerifier::push(ValueType type) {
    u32 const places = type.is_wide() ? 2 : 1;
    if (frame_.room() < places) return fail("Operand stack overflow", "Exceeded max stack size.");
    frame_.push(type);
    return true;
}

bool MethodVerifier::pop_places(u32 places) {
    if (frame_.depth < places)
        return fail("Operand stack underflow", "Attempt to pop empty stack.");
    frame_.depth -= places;
    return true;
}

/// Takes a value that may stand for a type.
bool MethodVerifier::pop(ValueType wanted) {
    u32 const places = wanted.is_wide() ? 2 : 1;
    if (!pop_places(places)) return false;
    ValueType const found = frame_.stack()[frame_.depth];
    if (rules_.is_assignable(found, wanted)) return true;
    u32 const shown = found.is_second() ? frame_.depth - 1 : frame_.depth;
    return fail_for_type(bad_stack, frame_.stack()[shown], "stack", shown, wanted);
}

/// Takes a reference, whether or not its object is initialised.
bool MethodVerifier::pop_reference(ValueType& found) {
    if (!pop_places(1)) return false;
    found = frame_.stack()[frame_.depth];
    return found.is_reference() ||
           fail_for_type(bad_stack, found, "stack", frame_.depth, Text("reference type"));
}

bool MethodVerifier::pop_kind(char kind) {
    ValueType found;
    return kind == 'A' ? pop_reference(found) : pop(type_of(kind));
}

bool MethodVerifier::load(ValueKind kind, u32 index) {
    ValueType const found = frame_.locals()[index];
    bool const is_right = kind == ValueKind::object ? found.is_reference() : found.is(kind);
    if (is_right) return push(found);
    if (kind == ValueKind::object)
        return fail_for_type("Bad local variable type", found, "locals", index,
                             Text("reference type"));
    return fail_for_type("Bad local variable type", found, "locals", index, ValueType{kind});
}

bool MethodVerifier::store(ValueKind kind, u32 index) {
    ValueType found{kind};
    if (kind == ValueKind::object) {
        if (!pop_places(1)) return false;
        found = frame_.stack()[frame_.depth];
        if (!found.is_reference() && !found.is(ValueKind::return_address))
            return fail_for_type(bad_stack, found, "stack", frame_.depth, Text("reference type"));
    } else if (!pop(found)) {
        return false;
    }
    frame_.set_local(index, found);
    has_new_locals_ = true;
    has_written(index);
    if (found.is_wide()) has_written(index + 1);
    return true;
}

/// Loads and stores, with their variable in the code or after it; increments.
bool MethodVerifier::local(u8 code) {
    using namespace opcode;
    if (code == iinc) {
        ValueType const found = frame_.locals()[code_[at_ + 1]];
        return found.is(ValueKind::integer) ||
               fail_for_type("Bad local variable type", found, "locals", code_[at_ + 1],
                             Text("integer"));
    }
    if (code < iload_0) return load(kinds[code - iload], code_[at_ + 1]);
    if (code < iaload) return load(kinds[(code - iload_0) / 4], (code - iload_0) % 4u);
    if (code < istore_0) return store(kinds[code - istore], code_[at_ + 1]);
    return store(kinds[(code - istore_0) / 4], (code - istore_0) % 4u);
}

bool MethodVerifier::wide() {
    u8 const code = code_[at_ + 1];
    u32 const index = load_big_endian_u16(&code_[at_ + 2]);
    if (code == opcode::ret) {
        falls_through_ = false;
        return return_from_subroutine(index);
    }
    if (code == opcode::iinc)
        return frame_.locals()[index].is(ValueKind::integer) ||
               fail_for_type("Bad local variable type", frame_.locals()[index], "locals", index,
                             Text("integer"));
    if (code < opcode::istore) return load(kinds[code - opcode::iload], index);
    return store(kinds[code - opcode::istore], index);
}

/// Takes an array whose elements have a kind, of the row IJFDABCS; B is boolean as well.
bool MethodVerifier::pop_array(char kind, ValueType& array) {
    if (!pop_places(1)) return false;
    array = frame_.stack()[frame_.depth];
    if (array.is(ValueKind::null)) return true;
    char const found = array.is_array() ? array.name->text[1] : 'V';
    bool const is_right = kind == 'A'   ? found == 'L' || found == '['
                          : kind == 'B' ? found == 'B' || found == 'Z'
                                        : found == kind;
    if (is_right) return true;
    TextBuffer<24> wanted;
    wanted.put(kind == 'A' ? Text("'[Ljava/lang/Object;'") : Text("'["));
    if (kind != 'A') {
        wanted.put(Text(&kind, 1));
        wanted.put("'");
    }
    return fail_for_type(bad_stack, array, "stack", frame_.depth, wanted.text());
}

bool MethodVerifier::array_access(u8 code) {
    constexpr Text rows = "IJFDABCS";
    bool const is_store = code >= opcode::iastore;
    char const kind = rows[code - (is_store ? opcode::iastore : opcode::iaload)];
    ValueType array;
    ValueType const number = type_of(kind);
    ValueType const stored = kind == 'A' ? rules_.class_type("java/lang/Object") : number;
    if (is_store && !pop(stored)) return false;
    if (!pop({ValueKind::integer}) || !pop_array(kind, array)) return false;
    if (is_store) return true;
    return push(kind == 'A' ? rules_.element_of(array) : number);
}

/// Whether the places below a depth from the top end with a whole value.
bool MethodVerifier::may_split(u32 below) {
    if (frame_.depth < below) return fail("Operand stack underflow", "Attempt to pop empty stack.");
    u32 const place = frame_.depth - below;
    return below == 0 || !frame_.stack()[place].is_second() ||
           fail_for_type(bad_stack, frame_.stack()[place], "stack", place,
                         Text("the first half of a value"));
}

/// pop to swap: some places of the top are dropped, or written again below others.
bool MethodVerifier::rearrange(u8 code) {
    struct Row {
        u8 copied;
        u8 below;
    };
    constexpr Row rows[] = {{1, 0}, {2, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {1, 1}};
    constexpr u8 first_dup = 2;
    constexpr u8 swap = 8;
    u32 const form = code - opcode::pop;
    auto const [copied, below] = rows[form];
    if (!may_split(copied) || !may_split(u32{copied} + below)) return false;
    if (form < first_dup) return pop_places(copied);
    Span<ValueType> const stack = frame_.stack();
    u32 const begin = frame_.depth - copied - below;
    if (form == swap) {
        ValueType const lower = stack[begin];
        stack[begin] = stack[begin + 1];
        stack[begin + 1] = lower;
        return true;
    }
    if (frame_.room() < copied) return fail("Operand stack overflow", "Exceeded max stack size.");
    for (u32 i = frame_.depth; i > begin; --i)
        stack[i - 1 + copied] = stack[i - 1];
    frame_.depth += copied;
    for (u32 i = 0; i < copied; ++i)
        stack[begin + i] = stack[frame_.depth - copied + i];
    return true;
}

bool MethodVerifier::constant(u32 index) {
    ConstantPool const& pool = own_.constants();
    switch (pool.kind(index)) {
    case Constant::integer:
        return push({ValueKind::integer});
    case Constant::float_:
        return push({ValueKind::float_});
    case Constant::long_:
        return push({ValueKind::long_});
    case Constant::double_:
        return push({ValueKind::double_});
    case Constant::string:
        return push(rules_.class_type("java/lang/String"));
    case Constant::class_:
        return push(rules_.class_type("java/lang/Class"));
    case Constant::method_type:
        return push(rules_.class_type("java/lang/invoke/MethodType"));
    case Constant::method_handle:
        return push(rules_.class_type("java/lang/invoke/MethodHandle"));
    default:
        return push(rules_.of_descriptor(pool.dynamic(index).descriptor));
    }
}

bool MethodVerifier::jump(u32 target) {
    falls_through_ = false;
    return flow_to(target);
}

bool MethodVerifier::switch_(u32 step) {
    falls_through_ = false;
    if (!pop({ValueKind::integer})) return false;
    u32 const operands = map_.switch_operands(at_);
    u32 const end = at_ + map_.size_at(at_);
    if (!flow_to(at_ + load_big_endian(&code_[operands]))) return false;
    for (u32 each = operands + 12; each < end; each += step)
        if (!flow_to(at_ + load_big_endian(&code_[each]))) return false;
    return true;
}

bool MethodVerifier::return_(u8 code) {
    falls_through_ = false;
    Text const wanted = return_descriptor(method_.descriptor->text);
    if (code == opcode::return_) {
        if (wanted[0] != 'V') return fail("Method expects a return value");
        return !frame_.is_this_uninitialized ||
               fail("Constructor must call super() or this() before return");
    }
    if (wanted[0] == 'V') return fail("Method does not expect a return value");
    ValueType const type = rules_.of_descriptor(wanted);
    if (!type.is(kinds[code - opcode::ireturn])) return fail("Wrong return type in function");
    return pop(type);
}

} // namespace flat::java
