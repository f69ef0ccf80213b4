// SPDX-License-Identifier: BSD-2-Clause
// A thread of Java: methods that begin, end, and are left by an exception.
#include <java/machine/run.hpp>

#include <core/panic.hpp>

namespace flat::java {

void Run::interpret(Next next) {
    while (next.pc)
        next = instruction::table[*next.pc](*this, next.pc, next.sp);
}

bool Run::call(Method& method, Slot const* arguments) {
    Slot* const top = frame ? frame->sp : stack_.begin();
    bool const is_raising = limit_ == stack_.end(); // the exception itself may be made
    if (top + method.argument_slots + method.max_locals > limit_ ||
        (machine.native.is_used_up() && !is_raising))
        return raise("java/lang/StackOverflowError");
    memmove(top, arguments, method.argument_slots * sizeof(Slot));
    if (method.is(flags::is_native)) {
        Slot* const before = frame ? frame->sp : nullptr;
        if (frame) frame->sp = top + method.argument_slots;
        bool const is_done = run_native(method, top);
        if (frame) frame->sp = before;
        return is_done;
    }
    Frame* const made = push(method, top, true);
    if (!made) return false;
    Slot* const outer = locals;
    locals = made->locals;
    interpret({method.code, made->stack()});
    locals = outer;
    return !exception;
}

bool Run::call_static(Class& in, Text name, Text descriptor, Slot const* arguments) {
    Method* const method = Classes::find_method(&in, machine.symbols.of_copy(name),
                                                machine.symbols.of_copy(descriptor));
    if (!method || !method->is(flags::is_static))
        return raise_with("java/lang/NoSuchMethodError", "{}.{}", in.name->text, name);
    return initialize(in) && call(*method, arguments);
}

Slot* Run::room_for_arguments(u32 slots) {
    Slot* const room = frame ? frame->sp : stack_.begin();
    if (room + slots <= limit_) return room;
    raise("java/lang/StackOverflowError");
    return nullptr;
}

/// A frame for a method whose arguments are in place; none with an exception.
Frame* Run::push(Method& method, Slot* arguments, bool is_entry) {
    Slot* const after = arguments + method.max_locals;
    auto* const made = reinterpret_cast<Frame*>(after);
    if (made->stack() + method.max_stack > limit_ || !method.code) {
        if (!method.code)
            raise_with("java/lang/AbstractMethodError", "{}.{}{}", method.owner->name->text,
                       method.name->text, method.descriptor->text);
        else
            raise("java/lang/StackOverflowError");
        return nullptr;
    }
    for (Slot* each = arguments + method.argument_slots; each < after; ++each)
        *each = 0;
    *made = {&method, frame, arguments, method.code, made->stack(), nullptr, is_entry};
    frame = made;
    if (!method.is(flags::is_synchronized)) return made;
    Object* const monitor =
        method.is(flags::is_static) ? machine.mirror_of(*method.owner) : to_object(arguments[0]);
    made->locked = monitor;
    if (lock(monitor)) return made;
    frame = made->caller;
    return nullptr;
}

Next Run::enter(Method& method, u8 const* next, Slot* sp) {
    if (method.is(flags::is_native)) return call_native(method, next, sp);
    frame->pc = next;
    frame->sp = sp;
    Slot* const arguments = sp - method.argument_slots;
    Frame* const made = push(method, arguments, false);
    if (!made) return unwind();
    made->caller->sp = arguments;
    locals = made->locals;
    poll();
    return {method.code, made->stack()};
}

void Run::pop() {
    if (frame->locked) unlock(frame->locked);
    frame = frame->caller;
}

Next Run::leave(Slot* sp, u32 slots) {
    bool const is_entry = frame->is_entry;
    result[0] = sp[-1];
    if (slots == 2) {
        result[0] = sp[-2];
        result[1] = sp[-1];
    }
    pop();
    if (is_entry) return {nullptr, nullptr};
    locals = frame->locals;
    Slot* const to = frame->sp;
    if (slots > 0) to[0] = result[0];
    if (slots > 1) to[1] = result[1];
    return {frame->pc, to + slots};
}

/// Whether a handler is one for the exception; its class may not be found,
/// which is another one.
bool Run::is_caught(Frame& by, Handler const& handler) {
    if (machine.has_exited) return false;
    u64 const at = static_cast<u64>(by.pc - 1 - by.method->code);
    if (at < handler.begin || at >= handler.end) return false;
    if (handler.class_index == 0) return true;
    Object* const thrown = exception;
    exception = nullptr;
    u32 const place = keep(thrown);
    Class* const wanted = resolve_class(*by.method->owner, handler.class_index);
    if (wanted) exception = kept(place);
    drop_to(place);
    return wanted && is_subtype(exception->type, wanted);
}

Next Run::unwind() {
    for (;;) {
        Frame& top = *frame;
        Code const& code = top.method->file_code;
        for (u32 i = 0; i < code.handler_count(); ++i) {
            Handler const handler = code.handler(i);
            if (!is_caught(top, handler)) continue;
            Slot* const stack = top.stack();
            stack[0] = to_slot(exception);
            exception = nullptr;
            locals = top.locals;
            return {top.method->code + handler.target, stack + 1};
        }
        bool const is_entry = top.is_entry;
        pop();
        if (is_entry) return {nullptr, nullptr};
    }
}

bool Run::run_native(Method& method, Slot* arguments) {
    if (!method.native) method.native = find_native(method);
    if (!method.native)
        return raise_with("java/lang/UnsatisfiedLinkError", "{}.{}{}", method.owner->name->text,
                          method.name->text, method.descriptor->text);
    if (!ensure(0)) return false;
    Call call(*this, method, arguments);
    method.native(call);
    return !exception;
}

Next Run::call_native(Method& method, u8 const* next, Slot* sp) {
    frame->pc = next;
    frame->sp = sp;
    Slot* const arguments = sp - method.argument_slots;
    bool const is_done = run_native(method, arguments);
    if (!is_done) return unwind();
    frame->sp = arguments;
    if (method.result == 'V') return {next, arguments};
    arguments[0] = result[0];
    if (method.result != 'J' && method.result != 'D') return {next, arguments + 1};
    arguments[1] = result[1];
    return {next, arguments + 2};
}

bool Run::raise(char const* class_name) {
    return raise(class_name, Text());
}

bool Run::raise(char const* class_name, Text message) {
    Slot* const limit = limit_;
    limit_ = stack_.end();
    Class* made = machine.classes.load(Text(class_name));
    if (!made && machine.native.is_used_up()) made = machine.known.stack_overflow;
    if (!made) panic("java: there is no class {}", class_name);
    // The message first: an initialiser may let other threads run, which overwrite it.
    bool const has_message = message.data() != nullptr;
    u32 const text = keep(has_message && ensure(0) ? machine.string_of(message) : nullptr);
    if (initialize(*made) && ensure(0)) {
        u32 const first = keep(machine.heap.make(made));
        keep(kept(text));
        Slot const arguments[] = {to_slot(kept(first)), to_slot(kept(first + 1))};
        Symbol const* const descriptor =
            machine.symbols.of(has_message ? "(Ljava/lang/String;)V" : "()V");
        Method* const init = Classes::own_method(made, machine.symbols.of("<init>"), descriptor);
        if (!init) panic("java: {} has no constructor", class_name);
        if (call(*init, arguments)) exception = kept(first);
    }
    drop_to(text);
    limit_ = limit;
    return false;
}

bool Run::raise_problem() {
    LinkProblem const& problem = machine.classes.problem();
    TextBuffer<240> const message = problem.message;
    return raise(problem.exception, message.text());
}

bool Run::raise_out_of_memory() {
    exception = machine.out_of_memory;
    if (!exception) panic("java: the heap is too small");
    return false;
}

Next Run::raise_at(u8 const* pc, Slot* sp, char const* class_name, Text message) {
    save(pc, sp);
    raise(class_name, message);
    return unwind();
}

Next Run::out_of_bounds(u8 const* pc, Slot* sp, i32 index, u32 length) {
    TextBuffer<80> text;
    format(text, "Index {} out of bounds for length {}", index, length);
    return raise_at(pc, sp, "java/lang/ArrayIndexOutOfBoundsException", text.text());
}

void Run::visit(Heap& heap) {
    heap.visit(exception);
    heap.visit(object);
    heap.visit(waiting.object);
    for (u32 i = 0; i < kept_count_; ++i)
        heap.visit(kept_[i]);
    for (Slot& each : result)
        heap.visit_slots(&each, &each + 1);
    for (Frame* each = frame; each; each = each->caller) {
        heap.visit(each->locked);
        heap.visit_slots(each->locals, each->locals + each->method->max_locals);
        heap.visit_slots(each->stack(), each->sp);
    }
}

} // namespace flat::java
