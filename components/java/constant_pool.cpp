// SPDX-License-Identifier: BSD-2-Clause
// Constants that name others.
#include <java/constant_pool.hpp>

namespace flat::java {

ConstantPool::NameAndType ConstantPool::name_and_type(u32 index) const {
    u8 const* const at = body(index, Constant::name_and_type);
    return {utf8(load_big_endian_u16(at)), utf8(load_big_endian_u16(at + 2))};
}

ConstantPool::Member ConstantPool::member(u32 index) const {
    u8 const* const at = body(index, kind(index));
    u16 const class_index = load_big_endian_u16(at);
    NameAndType const what = name_and_type(load_big_endian_u16(at + 2));
    return {class_index, class_name(class_index), what.name, what.descriptor};
}

ConstantPool::MethodHandle ConstantPool::method_handle(u32 index) const {
    u8 const* const at = body(index, Constant::method_handle);
    return {static_cast<HandleKind>(*at), load_big_endian_u16(at + 1)};
}

ConstantPool::Dynamic ConstantPool::dynamic(u32 index) const {
    u8 const* const at = body(index, kind(index));
    NameAndType const what = name_and_type(load_big_endian_u16(at + 2));
    return {load_big_endian_u16(at), what.name, what.descriptor};
}

} // namespace flat::java
