// SPDX-License-Identifier: BSD-2-Clause
// The table of instructions, by their first byte (JVMS 17, chapter 7), and of
// those that the machine has others become.
#include <java/machine/call_sites/call_site.hpp>
#include <java/machine/instructions/arithmetic_instructions.hpp>
#include <java/machine/instructions/call_instructions.hpp>
#include <java/machine/instructions/control_instructions.hpp>
#include <java/machine/instructions/object_instructions.hpp>
#include <java/machine/instructions/stack_instructions.hpp>

namespace flat::java::instruction {

Instruction const table[256] = {
    nop,
    push_int<0>,
    push_int<-1>,
    push_int<0>,
    push_int<1>,
    push_int<2>,
    push_int<3>,
    push_int<4>,
    push_int<5>,
    push_wide<0>,
    push_wide<1>,
    push_int<0>,
    push_int<0x3f800000>,
    push_int<0x40000000>,
    push_wide<0>,
    push_wide<0x3ff0000000000000>,
    bipush,
    sipush,
    ldc,
    ldc_w,
    ldc2_w,
    load<1>,
    load<2>,
    load<1>,
    load<2>,
    load<1>,
    load_at<1, 0>,
    load_at<1, 1>,
    load_at<1, 2>,
    load_at<1, 3>,
    load_at<2, 0>,
    load_at<2, 1>,
    load_at<2, 2>,
    load_at<2, 3>,
    load_at<1, 0>,
    load_at<1, 1>,
    load_at<1, 2>,
    load_at<1, 3>,
    load_at<2, 0>,
    load_at<2, 1>,
    load_at<2, 2>,
    load_at<2, 3>,
    load_at<1, 0>,
    load_at<1, 1>,
    load_at<1, 2>,
    load_at<1, 3>,
    load_number<u32>,
    load_long,
    load_number<u32>,
    load_long,
    load_reference,
    load_number<i8>,
    load_number<u16>,
    load_number<i16>,
    store<1>,
    store<2>,
    store<1>,
    store<2>,
    store<1>,
    store_at<1, 0>,
    store_at<1, 1>,
    store_at<1, 2>,
    store_at<1, 3>,
    store_at<2, 0>,
    store_at<2, 1>,
    store_at<2, 2>,
    store_at<2, 3>,
    store_at<1, 0>,
    store_at<1, 1>,
    store_at<1, 2>,
    store_at<1, 3>,
    store_at<2, 0>,
    store_at<2, 1>,
    store_at<2, 2>,
    store_at<2, 3>,
    store_at<1, 0>,
    store_at<1, 1>,
    store_at<1, 2>,
    store_at<1, 3>,
    store_number<u32>,
    store_long,
    store_number<u32>,
    store_long,
    store_reference,
    store_byte,
    store_number<u16>,
    store_number<u16>,
    drop_places<1>,
    drop_places<2>,
    rearrange<1, 0, 0>,
    rearrange<2, 1, 0, 1>,
    rearrange<3, 2, 0, 1, 2>,
    rearrange<2, 0, 1, 0, 1>,
    rearrange<3, 1, 2, 0, 1, 2>,
    rearrange<4, 2, 3, 0, 1, 2, 3>,
    rearrange<2, 1, 0>,
    int_binary<[](u32 a, u32 b) { return a + b; }>,
    long_binary<[](u64 a, u64 b) { return a + b; }>,
    int_binary<Binary32::add>,
    long_binary<Binary64::add>,
    int_binary<[](u32 a, u32 b) { return a - b; }>,
    long_binary<[](u64 a, u64 b) { return a - b; }>,
    int_binary<Binary32::subtract>,
    long_binary<Binary64::subtract>,
    int_binary<[](u32 a, u32 b) { return a * b; }>,
    long_binary<[](u64 a, u64 b) { return a * b; }>,
    int_binary<Binary32::multiply>,
    long_binary<Binary64::multiply>,
    int_divide<false>,
    long_divide<false>,
    int_binary<Binary32::divide>,
    long_binary<Binary64::divide>,
    int_divide<true>,
    long_divide<true>,
    int_binary<Binary32::remainder>,
    long_binary<Binary64::remainder>,
    int_unary<[](u32 a) { return 0 - a; }>,
    long_unary<[](u64 a) { return 0 - a; }>,
    int_unary<Binary32::negate>,
    long_unary<Binary64::negate>,
    int_binary<[](u32 a, u32 b) { return a << (b & 31); }>,
    long_shift<[](u64 a, u32 b) { return a << b; }>,
    int_binary<([](u32 a, u32 b) { return static_cast<i32>(a) >> (b & 31); })>,
    long_shift<([](u64 a, u32 b) { return static_cast<u64>(static_cast<i64>(a) >> b); })>,
    int_binary<([](u32 a, u32 b) { return a >> (b & 31); })>,
    long_shift<([](u64 a, u32 b) { return a >> b; })>,
    int_binary<[](u32 a, u32 b) { return a & b; }>,
    long_binary<[](u64 a, u64 b) { return a & b; }>,
    int_binary<[](u32 a, u32 b) { return a | b; }>,
    long_binary<[](u64 a, u64 b) { return a | b; }>,
    int_binary<[](u32 a, u32 b) { return a ^ b; }>,
    long_binary<[](u64 a, u64 b) { return a ^ b; }>,
    iinc,
    widening<[](u32 a) { return static_cast<u64>(i64{static_cast<i32>(a)}); }>,
    int_unary<([](u32 a) { return Binary32::from_integer(static_cast<i32>(a)); })>,
    widening<([](u32 a) { return Binary64::from_integer(static_cast<i32>(a)); })>,
    narrowing<[](u64 a) { return a; }>,
    narrowing<([](u64 a) { return Binary32::from_integer(static_cast<i64>(a)); })>,
    long_unary<([](u64 a) { return Binary64::from_integer(static_cast<i64>(a)); })>,
    int_unary<[](u32 a) { return Binary32::to_integer(a, int_least, int_most); }>,
    widening<[](u32 a) {
        return static_cast<u64>(Binary32::to_integer(a, long_least, long_most));
    }>,
    widening<widen>,
    narrowing<[](u64 a) { return Binary64::to_integer(a, int_least, int_most); }>,
    long_unary<[](u64 a) {
        return static_cast<u64>(Binary64::to_integer(a, long_least, long_most));
    }>,
    narrowing<narrow>,
    int_unary<[](u32 a) { return i32{static_cast<i8>(a)}; }>,
    int_unary<[](u32 a) { return a & 0xffff; }>,
    int_unary<[](u32 a) { return i32{static_cast<i16>(a)}; }>,
    lcmp,
    float_compare<-1>,
    float_compare<1>,
    double_compare<-1>,
    double_compare<1>,
    branch_on_int<[](i32 a, i32 b) { return a == b; }>,
    branch_on_int<[](i32 a, i32 b) { return a != b; }>,
    branch_on_int<[](i32 a, i32 b) { return a < b; }>,
    branch_on_int<([](i32 a, i32 b) { return a >= b; })>,
    branch_on_int<([](i32 a, i32 b) { return a > b; })>,
    branch_on_int<[](i32 a, i32 b) { return a <= b; }>,
    branch_on_ints<[](i32 a, i32 b) { return a == b; }>,
    branch_on_ints<[](i32 a, i32 b) { return a != b; }>,
    branch_on_ints<[](i32 a, i32 b) { return a < b; }>,
    branch_on_ints<([](i32 a, i32 b) { return a >= b; })>,
    branch_on_ints<([](i32 a, i32 b) { return a > b; })>,
    branch_on_ints<[](i32 a, i32 b) { return a <= b; }>,
    branch_on_references<true>,
    branch_on_references<false>,
    goto_,
    jsr,
    ret,
    tableswitch,
    lookupswitch,
    return_<1>,
    return_<2>,
    return_<1>,
    return_<2>,
    return_<1>,
    return_<0>,
    static_field<false>,
    static_field<true>,
    field<false>,
    field<true>,
    invokevirtual,
    invokespecial,
    invokestatic,
    invokeinterface,
    invokedynamic,
    new_,
    newarray,
    anewarray,
    arraylength,
    athrow,
    checkcast,
    instanceof_,
    monitor<true>,
    monitor<false>,
    wide,
    multianewarray,
    branch_on_null<true>,
    branch_on_null<false>,
    goto_w,
    jsr_w,
    not_implemented,
    ldc_number_<false>,
    ldc_text_<false>,
    ldc_number_<true>,
    ldc_text_<true>,
    ldc_long_,
    get_number<i8>,
    get_number<u16>,
    get_number<i16>,
    get_number<u32>,
    get_long_field,
    get_reference_field,
    put_value<u8>,
    put_value<u16>,
    put_value<u32>,
    put_long_field,
    put_value<u64>,
    get_static_number<i8>,
    get_static_number<u16>,
    get_static_number<i16>,
    get_static_number<u32>,
    get_static_long_,
    get_static_reference_,
    put_static_value<u8>,
    put_static_value<u16>,
    put_static_value<u32>,
    put_static_long_,
    put_static_value<u64>,
    call_table_,
    call_direct_,
    call_class_,
    call_selected<5>,
    call_selected<3>,
    make_object_,
    call_made_,
    call_variable_,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
    not_implemented,
};

namespace {

/// Arrays of arrays, from the outermost on; the lengths are the last places.
Object* make_nested(Run& run, Class* type, Slot const* lengths, u32 dimensions) {
    auto const length = static_cast<u32>(lengths[0]);
    Array* const made = run.machine.heap.make_array(type, length);
    if (!made || dimensions == 1) return made;
    for (u32 i = 0; i < length; ++i)
        made->elements<Object*>()[i] = make_nested(run, type->element, lengths + 1, dimensions - 1);
    return made;
}

} // namespace

Next invokedynamic(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Class& own = own_class(run);
    u32 const index = index_at(pc);
    if (own.pool[index] == 0) {
        Method* const made = CallSite(run, own, index).link();
        if (!made) return run.unwind();
        own.pool[index] = address_of(made);
    }
    become(pc, call_made);
    return {pc, sp};
}

Next multianewarray(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    u32 const dimensions = pc[3];
    Slot* const lengths = sp - dimensions;
    Class* const type = run.resolve_class(own_class(run), index_at(pc));
    if (!type) return run.unwind();
    u64 bytes = 0;
    u64 arrays = 1;
    Class* each = type;
    for (u32 i = 0; i < dimensions && bytes < run.machine.heap.size(); ++i) {
        if (as_int(lengths[i]) < 0)
            return run.raise_at(pc, sp, "java/lang/NegativeArraySizeException");
        bytes += arrays * array_bytes(static_cast<u32>(lengths[i]), each->element_bytes);
        arrays *= static_cast<u32>(lengths[i]);
        each = each->element;
    }
    if (!run.ensure(bytes)) return run.unwind();
    lengths[0] = to_slot(make_nested(run, type, lengths, dimensions));
    return {pc + 4, lengths + 1};
}

} // namespace flat::java::instruction
