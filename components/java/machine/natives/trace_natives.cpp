// SPDX-License-Identifier: BSD-2-Clause
// Native methods of stack traces and references.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_trace {

namespace {

using native::need;

/// What a trace consists of: a method and the place of an instruction, two
/// numbers a frame.
constexpr u32 trace_max = 1024;

bool is_of_making(Frame const& frame, Object const* throwable) {
    Text const name = frame.method->name->text;
    if (name == Text("fillInStackTrace")) return true;
    return name == Text("<init>") && frame.locals[0] == to_slot(throwable);
}

void fill_in_stack_trace(Call& call) {
    Frame const* first = call.run.frame;
    while (first && is_of_making(*first, call.object(0)))
        first = first->caller;
    u32 depth = 0;
    for (Frame const* each = first; each && depth < trace_max; each = each->caller)
        if (each->method->owner->has_file()) ++depth;
    Array* const trace = call.machine.heap.make_array(call.machine.known.longs, 2 * depth);
    u32 i = 0;
    for (Frame const* each = first; i < depth; each = each->caller) {
        if (!each->method->owner->has_file()) continue; // of a call site, which nobody has written
        trace->elements<u64>()[u64{2} * i] = address_of(each->method);
        trace->elements<u64>()[u64{2} * i + 1] =
            static_cast<u64>(each->pc - 1 - each->method->code);
        ++i;
    }
    Class& throwable = *call.machine.known.throwable;
    Object* const object = call.object(0);
    at<Object*>(object, call.machine.field(throwable, "backtrace", "Ljava/lang/Object;").offset) =
        trace;
    at<u32>(object, call.machine.field(throwable, "depth", "I").offset) = depth;
    // The text of the trace is made when somebody asks for it.
    at<Object*>(
        object,
        call.machine.field(throwable, "stackTrace", "[Ljava/lang/StackTraceElement;").offset) =
        nullptr;
    call.give(object);
}

void put_object(Call& call, Object* to, Text name, Text descriptor, Object* value) {
    at<Object*>(to, call.machine.field(*to->type, name, descriptor).offset) = value;
}

void fill_element(Call& call, Object* element, Method const& method, u64 place) {
    constexpr Text string = "Ljava/lang/String;";
    put_object(call, element, "declaringClass", string,
               call.machine.binary_name(method.owner->name->text));
    put_object(call, element, "methodName", string, call.machine.intern(method.name->text));
    put_object(call, element, "declaringClassObject", "Ljava/lang/Class;",
               call.machine.mirror_of(*method.owner));
    if (method.owner->is_trusted)
        put_object(call, element, "moduleName", string, call.machine.intern("java.base"));
    auto const source = method.owner->file.attributes().find("SourceFile");
    if (source) {
        u16 const index = load_big_endian_u16(source->bytes.data());
        put_object(call, element, "fileName", string,
                   call.machine.intern(method.owner->constants().utf8(index)));
    }
    u32 const line = line_at(method.file_code, static_cast<u32>(place));
    at<u32>(element, call.machine.field(*element->type, "lineNumber", "I").offset) =
        line != 0 ? line : ~u32{0};
}

/// StackTraceElement.initStackTraceElements(StackTraceElement[], Throwable).
void init_elements(Call& call) {
    if (!need(call, 0) || !need(call, 1)) return;
    Field const& field =
        call.machine.field(*call.machine.known.throwable, "backtrace", "Ljava/lang/Object;");
    for (u32 i = 0;; ++i) {
        if (!call.run.ensure(0)) return; // the texts of one element; the arrays may have moved
        Array* const elements = call.array(0);
        auto* const trace = static_cast<Array*>(at<Object*>(call.object(1), field.offset));
        if (!trace || i >= elements->length || 2 * i >= trace->length) return;
        fill_element(call, elements->elements<Object*>()[i],
                     *pointer_to<Method>(trace->elements<u64>()[u64{2} * i]),
                     trace->elements<u64>()[u64{2} * i + 1]);
    }
}

Object*& referent(Call& call) {
    Class* type = call.object(0)->type;
    return at<Object*>(call.object(0),
                       call.machine.field(*type, "referent", "Ljava/lang/Object;").offset);
}
void refers_to(Call& call) {
    call.give_int(referent(call) == call.object(1));
}
void clear_reference(Call& call) {
    referent(call) = nullptr;
}

constexpr NativeEntry entries[] = {
    {"java/lang/NullPointerException", "getExtendedNPEMessage", {}, native::null},
    {"java/lang/Throwable", "fillInStackTrace", {}, fill_in_stack_trace},
    {"java/lang/StackTraceElement", "initStackTraceElements", {}, init_elements},
    {"java/lang/ref/Reference", "refersTo0", {}, refers_to},
    {"java/lang/ref/PhantomReference", "refersTo0", {}, refers_to},
    {"java/lang/ref/Reference", "clear0", {}, clear_reference},
};

} // namespace

} // namespace native_of_trace

Span<NativeEntry const> trace_natives() {
    return native_of_trace::entries;
}

} // namespace flat::java
