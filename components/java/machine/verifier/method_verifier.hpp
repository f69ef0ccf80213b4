// SPDX-License-Identifier: BSD-2-Clause
// What instructions demand of the types before them, and which types they leave
// (JVMS 17, 4.9.2, 4.10.1.9).
#pragma once

#include <java/machine/verifier/code_map.hpp>
#include <java/machine/verifier/frame.hpp>
#include <java/machine/verifier/opcodes.hpp>
#include <java/machine/verifier/type_rules.hpp>

namespace flat::java {

/// Goes through the code of one method. Where branches lead, and what must hold there, says a class
/// below. Functions return whether all is well; if not, the verdict is there.
class MethodVerifier : NonCopyable {
public:
    MethodVerifier(TypeRules& rules, Scratch& scratch, Method const& method, Verdict& verdict)
        : rules_(rules), scratch_(scratch), method_(method), own_(*method.owner),
          code_(method.file_code.bytes), verdict_(verdict),
          map_(scratch, own_.constants(), method.file_code, own_.file.major()) {}

    virtual bool run() = 0;

protected:
    ~MethodVerifier() = default;

    static constexpr Text bad_stack = "Bad type on operand stack";

    /// Steps that a method may take: comparisons of types. What compilers make takes a few for each
    /// instruction.
    static constexpr u64 work_max = u64{1} << 26;

    /// Control may go on at another instruction, with the frame as it is.
    virtual bool flow_to(u32 target) = 0;
    /// An exception of this instruction may be caught by a handler.
    virtual bool flow_to_handler(Handler const& handler) = 0;
    virtual bool call_subroutine(u32 target, u32 next) = 0;
    virtual bool return_from_subroutine(u32 local) = 0;
    /// Of a local variable; the place after the last one says that `this` has been initialised.
    virtual void has_written(u32 local) = 0;

    /// Static constraints; the frame at the beginning; handlers.
    bool begin();
    /// Handlers, then the instruction at a place.
    bool step(u32 at);
    /// An exception's type, of a handler.
    ValueType caught_by(Handler const& handler);

    template<class... Arguments>
    bool fail(Text what, CheckedFormat<TypeIdentity<Arguments>...> reason,
              Arguments const&... arguments) {
        return fail_with(what, reason.text(), format_arguments(arguments...).span());
    }
    bool fail(Text what) { return fail_with(what, {}, {}); }
    bool fail_for_type(Text what, ValueType found, Text place, u32 index, Text wanted);
    bool fail_for_type(Text what, ValueType found, Text place, u32 index, ValueType wanted);
    bool fail_for_memory();
    bool push(ValueType type);
    bool spend(u64 steps);

    TypeRules& rules_;
    Scratch& scratch_;
    Method const& method_;
    Class& own_;
    Span<u8 const> const code_;
    Verdict& verdict_;
    CodeMap map_;
    TypeFrame frame_;
    u32 at_ = 0;
    bool falls_through_ = true;  ///< whether the next instruction may follow
    bool has_new_locals_ = true; ///< since handlers have been seen

private:
    bool fail_with(Text what, Text reason, Span<FormatArgument const> arguments);
    bool begin_frame();
    bool check_handlers();
    bool pass_handlers();

    bool simple(Opcode const& row, u8 code);
    bool special(u8 code);
    bool pop(ValueType wanted);
    bool pop_reference(ValueType& found);
    bool pop_kind(char kind);
    bool pop_places(u32 places);
    bool load(ValueKind kind, u32 index);
    bool store(ValueKind kind, u32 index);
    bool local(u8 code);
    bool array_access(u8 code);
    bool pop_array(char kind, ValueType& array);
    bool rearrange(u8 code);
    bool may_split(u32 below);
    bool constant(u32 index);
    bool wide();
    bool jump(u32 target);
    bool switch_(u32 step);
    bool return_(u8 code);
    bool field(u8 code);
    bool field_receiver(u8 code, ConstantPool::Member const& member);
    bool invoke(u8 code);
    bool arguments(Text descriptor);
    bool receiver(u8 code, ConstantPool::Member const& member);
    bool constructor(ConstantPool::Member const& member);
    bool handlers_end_in_throws();
    bool is_in_superclass(Symbol const* name);
    bool may_call_specially(Symbol const* name);
    bool is_protected_elsewhere(ConstantPool::Member const& member, bool is_method);
    bool new_();
    bool new_array(u8 code);
    bool array_length();
    bool throw_();
    bool cast(u8 code);
    u16 index_at() const { return load_big_endian_u16(&code_[at_ + 1]); }

    u64 work_ = 0;
};

} // namespace flat::java
