// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a class file consists of, nothing outside of it is read, problems have
// a place in it, and of one that is right everything can be read.
#include <java/class_file.hpp>
#include <java/names.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace flat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

usize read_all(java::Attributes attributes) {
    usize sum = 0;
    while (auto const each = attributes.next()) {
        for (u8 const byte : each->bytes)
            sum += byte;
        sum += each->name.size();
    }
    return sum;
}

usize read_constants(java::ConstantPool const& pool) {
    usize sum = 0;
    for (u32 i = 0; i < pool.count(); ++i) {
        if (pool.kind(i) == java::Constant::class_) sum += pool.class_name(i).size();
        if (pool.kind(i) == java::Constant::string) sum += pool.string(i).size();
        if (pool.kind(i) == java::Constant::method_handle)
            sum += pool.member(pool.method_handle(i).member).name.size();
        if (pool.kind(i) == java::Constant::method)
            sum += java::parameter_slots(pool.member(i).descriptor);
    }
    return sum;
}

usize read_methods(java::ClassFile const& file) {
    usize sum = 0;
    auto methods = file.methods();
    while (auto const each = methods.next()) {
        sum += java::return_descriptor(each->descriptor).size() + read_all(each->attributes);
        auto const code = file.code(*each);
        if (!code) continue;
        for (u32 i = 0; i < code->handler_count(); ++i)
            if (code->handler(i).target >= code->bytes.size()) std::abort();
        sum += read_all(code->attributes) + java::line_at(*code, 0);
    }
    return sum;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    Span<u8 const> const file(bytes.data(), size);
    std::vector<u32> room(java::ClassFile::room_needed(file));
    auto const found = java::ClassFile::read(file, Span<u32>(room.data(), room.size()));
    if (found.is_error()) {
        if (found.error().offset > size) std::abort();
        return 0;
    }
    java::ClassFile const read = found.value();
    usize sum = read.name().size() + read.super_name().size() + read_constants(read.pool());
    for (u32 i = 0; i < read.interface_count(); ++i)
        sum += read.interface_name(i).size();
    auto fields = read.fields();
    while (auto const each = fields.next())
        sum += read_all(each->attributes);
    sum += read_methods(read) + read_all(read.attributes());
    return sum == SIZE_MAX;
}
