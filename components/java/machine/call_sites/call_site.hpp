// SPDX-License-Identifier: BSD-2-Clause
// Call sites of invokedynamic (JVMS 17, 6.5): lambdas and texts that are
// joined.
#pragma once

#include <java/machine/call_sites/code_writer.hpp>

namespace flat::java {

/// Makes the method that a call site calls from then on. Bootstrap methods are
/// not run: what those of java.lang.invoke.LambdaMetafactory and
/// StringConcatFactory and java.lang.runtime.ObjectMethods would make is made here.
class CallSite : NonCopyable {
public:
    CallSite(Run& run, Class& in, u32 index)
        : run_(run), machine_(run.machine), in_(in), site_(in.constants().dynamic(index)) {}

    /// The method; none with an exception.
    Method* link();

private:
    static constexpr u32 further_max = 16;
    /// What altMetafactory is told beside what metafactory is.
    struct Further {
        Class* markers[further_max + 1];
        u32 marker_count;
        Text bridges[further_max]; ///< types of the method
        u32 bridge_count;
    };

    Method* link_lambda(ClassFile::BootstrapMethod const& bootstrap);
    Method* link_text(ClassFile::BootstrapMethod const& bootstrap);
    bool write_pieces(CodeWriter& code, Class& builder,
                      ClassFile::BootstrapMethod const& bootstrap);
    Class* begin_text(CodeWriter& code);
    bool end_text(CodeWriter& code, Class& builder);
    Method* link_record(ClassFile::BootstrapMethod const& bootstrap);
    bool need_record(Class const& record);
    bool need_own(Class const& record, Field const& field);
    Field* component(ClassFile::BootstrapMethod const& bootstrap, u32 index);
    bool write_record_text(CodeWriter& code, Class& record,
                           ClassFile::BootstrapMethod const& bootstrap, u32 count);
    bool write_simple_name(CodeWriter& code, Class& builder, Class& record);
    bool write_record_hash(CodeWriter& code, ClassFile::BootstrapMethod const& bootstrap,
                           u32 count);
    bool write_record_equals(CodeWriter& code, Class& record,
                             ClassFile::BootstrapMethod const& bootstrap, u32 count);
    bool write_comparison(CodeWriter& code, char kind);
    bool write_static_call(CodeWriter& code, Text class_name, Text name, Text descriptor);
    Method* finish_static(CodeWriter& code);
    bool take_further(ClassFile::BootstrapMethod const& bootstrap, Further& further);
    bool take_marker(ClassFile::BootstrapMethod const& bootstrap, u32 index, Further& further);
    i32 number_at(ClassFile::BootstrapMethod const& bootstrap, u32 index, i32 none) const;
    Method* finish_lambda(CodeWriter& code, Class& lambda);
    CodeWriter* new_writer_after(CodeWriter const* before);
    bool write_body(CodeWriter& code, Class& lambda, Text erased, Text actual, u16 handle);
    bool write_arguments(CodeWriter& code, Class& lambda, Text erased, Text actual, Text target);
    bool write_call(CodeWriter& code, HandleKind kind, Method& method);
    bool write_maker(CodeWriter& code, Class& lambda);
    bool write_piece(CodeWriter& code, Class& builder, Text descriptor);
    bool write_literal(CodeWriter& code, Class& builder, Text text);
    bool convert(CodeWriter& code, Text from, Text to);
    bool convert_number(CodeWriter& code, char from, char to);
    bool take_box(CodeWriter& code, char kind);
    bool give_box(CodeWriter& code, char kind);
    bool finish(Method& method, CodeWriter& code, Class& owner, Text name, Text descriptor,
                u16 flags);
    CodeWriter* new_writer();
    /// Raises a BootstrapMethodError. Always false.
    bool fail(Text what);
    bool is_argument(ClassFile::BootstrapMethod const& bootstrap, u32 index, Constant kind) const;
    /// One text of several, in the arena; empty if there is no memory.
    Text join(Span<Text const> parts);
    u16 argument(ClassFile::BootstrapMethod const& bootstrap, u32 index) const {
        return load_big_endian_u16(&bootstrap.arguments[2 * index]);
    }

    Run& run_;
    Machine& machine_;
    Class& in_;
    ConstantPool::Dynamic const site_;
};

} // namespace flat::java
