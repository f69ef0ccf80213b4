// SPDX-License-Identifier: BSD-2-Clause
// A thread of Java: its frames, and the interpreter that runs them.
#pragma once

#include <core/format.hpp>
#include <java/machine/machine.hpp>

namespace flat::java {

/// What a method has while it runs. It lies on the thread's stack, after the
/// local variables, which begin with the arguments that the caller has left
/// there, and before the operand stack.
struct Frame {
    Method* method;
    Frame* caller;
    Slot* locals;
    u8 const* pc;   ///< while it calls: one byte before it is within the
                    ///< instruction that does
    Slot* sp;       ///< likewise: the first free place
    Object* locked; ///< the monitor that a synchronized method has entered
    u64 is_entry;   ///< its return ends a call by the machine

    Slot* stack() { return reinterpret_cast<Slot*>(this + 1); }
};

/// Where a thread goes on; a pc of none ends the interpreter.
struct Next {
    u8 const* pc;
    Slot* sp;
};

/// One instruction; those that fail go on where the exception is handled.
using Instruction = Next (*)(Run&, u8 const* pc, Slot* sp);
namespace instruction {
/// The instructions by their first byte.
extern Instruction const table[256];
} // namespace instruction

/// A thread. Frames and references are as `Slot` says, so that the collector is
/// exact: who calls what may collect saves the frame first, and reads
/// references anew afterwards.
class Run : NonCopyable {
public:
    Run(Machine& machine, u16 id, Span<Slot> stack)
        : machine(machine), id(id), stack_(stack), limit_(stack.end() - headroom) {}

    /// What a thread does that was started: all of its life. Ends with the execution lock if the
    /// machine ends.
    void live();
    /// From now on this is the thread of a java.lang.Thread.
    void begin_thread(Object* thread);
    /// After `live`'s method or `main`: tells those that join it.
    void end_thread();
    void tell_uncaught();
    static u64& address_in_thread(Machine& machine, Object* thread);
    /// None if it does not live.
    static Run* of_thread(Machine& machine, Object* thread);
    bool is_daemon() const;
    bool is_interrupted() const;
    bool take_interrupt();
    void put_name(TextSink& sink) const;
    void set_status(u32 status);
    Span<Slot> stack() const { return stack_; }

    /// Calls a method with arguments, and runs until it returns. False if it has
    /// thrown: then `exception` is there. The result is in `result`.
    bool call(Method& method, Slot const* arguments);
    /// Places for the arguments of a call by the machine, which may be written until it calls; none
    /// with an exception if the stack is full.
    Slot* room_for_arguments(u32 slots);
    bool call_static(Class& in, Text name, Text descriptor, Slot const* arguments);

    /// Initialises a class and those above it (JVMS 17, 5.5). False with an
    /// exception.
    bool initialize(Class& made);

    /// Makes an exception, and leaves it in `exception`. Always false.
    bool raise(char const* class_name, Text message);
    bool raise(char const* class_name);
    /// The message must not take stack from those that call each other.
    template<class... Arguments>
    [[gnu::noinline, gnu::cold]] bool raise_with(char const* class_name,
                                                 CheckedFormat<TypeIdentity<Arguments>...> text,
                                                 Arguments const&... arguments) {
        TextBuffer<300> message;
        format(message, text, arguments...);
        return raise(class_name, message.text());
    }
    /// Raises what the loader has found wrong.
    bool raise_problem();
    bool ensure(u64 bytes) { return machine.heap.ensure(bytes) || raise_out_of_memory(); }
    bool raise_out_of_memory();

    // What constants are resolved to; none with an exception.
    Class* resolve_class(Class& in, u32 index);
    Field* resolve_field(Class& in, u32 index, bool is_static);
    Method* resolve_method(Class& in, u32 index, bool is_static);
    bool resolve_string(Class& in, u32 index);

    // For instructions.
    void save(u8 const* pc, Slot* sp) {
        frame->pc = pc + 1;
        frame->sp = sp;
    }
    /// Begins a method whose arguments are the last on the stack, or does a
    /// native one at once.
    Next enter(Method& method, u8 const* next, Slot* sp);
    /// Ends the method that runs, with the result of so many places below `sp`.
    Next leave(Slot* sp, u32 slots);
    /// Goes on where the exception is handled.
    Next unwind();
    Next raise_at(u8 const* pc, Slot* sp, char const* class_name, Text message = {});
    Next null_pointer(u8 const* pc, Slot* sp) {
        return raise_at(pc, sp, "java/lang/NullPointerException");
    }
    Next out_of_bounds(u8 const* pc, Slot* sp, i32 index, u32 length);

    // Monitors. False with an exception; what blocks may have moved objects.
    bool lock(Object* object);
    bool unlock(Object* object);
    bool owns(Object const* object) const;
    /// Waits until the object is notified, or for a time; 0 is for ever.
    bool wait_in(Object* object, u64 deadline_ns);
    bool notify(Object* object, bool is_for_all);

    /// Where the frame is in order: lets others run if they have to.
    [[gnu::always_inline]] void poll() {
        if (machine.threads.is_wanted()) machine.threads.give_way(*this);
    }

    /// Keeps an object in sight of the collector, until as many have been dropped
    /// again.
    u32 keep(Object* object) {
        assert(kept_count_ < sizeof kept_ / sizeof kept_[0]);
        kept_[kept_count_] = object;
        return kept_count_++;
    }
    Object*& kept(u32 index) { return kept_[index]; }
    void drop_to(u32 count) { kept_count_ = count; }

    void visit(Heap& heap);

    Machine& machine;
    Frame* frame = nullptr;
    Slot* locals = nullptr;
    Object* exception = nullptr;
    Object* object = nullptr; ///< its java.lang.Thread
    Slot result[2] = {};
    Waiting waiting;
    Atomic<bool> is_woken = false;
    NativeStack native; ///< of this thread, which is the machine's while it executes Java
    u32 priority = 5;   ///< of java.lang.Thread's, when it was started
    bool has_permit = false;
    bool is_reusable = false; ///< memory of the thread table's
    u16 const id;

private:
    static constexpr u32 headroom = 512; ///< places for the exception when the stack is full

    Frame* push(Method& method, Slot* arguments, bool is_entry);
    void interpret(Next next);
    Next call_native(Method& method, u8 const* next, Slot* sp);
    bool run_native(Method& method, Slot* arguments);
    bool verify(Class& made);
    bool verify_alone(Class& made);
    bool begin_initialization(Class& made, Class* lower);
    bool initialize_interfaces(Class& made);
    bool run_initializer(Class& made);
    bool set_texts(Class& made);
    bool wait_until_initialized(Class& made);
    bool enter_monitor(Object* object, u32 count);
    void leave_monitor(Object* object);
    u8& byte_of_thread(u32 offset) const { return at<u8>(object, offset); }
    void tell_alone(Object* thrown);
    bool is_caught(Frame& by, Handler const& handler);
    void pop();

    Span<Slot> const stack_;
    Slot* limit_;
    Object* kept_[32] = {};
    u32 kept_count_ = 0;
};

/// A call of a native method: its arguments, its result, its thread.
class Call {
public:
    Call(Run& run, Method& method, Slot* arguments)
        : run(run), machine(run.machine), method(method), arguments_(arguments) {}

    Object* object(u32 slot) const { return to_object(arguments_[slot]); }
    Array* array(u32 slot) const { return static_cast<Array*>(object(slot)); }
    i32 integer(u32 slot) const { return static_cast<i32>(arguments_[slot]); }
    u64 long_(u32 slot) const { return get_long(arguments_ + slot); }
    Slot* slots() const { return arguments_; }

    void give(Object* object) { run.result[0] = to_slot(object); }
    void give_int(i32 value) { run.result[0] = static_cast<u32>(value); }
    void give_long(u64 value) { put_long(run.result, value); }

    Run& run;
    Machine& machine;
    Method& method;

private:
    Slot* const arguments_;
};

/// The native method of a class, name and descriptor; none if there is none.
Native find_native(Method const& method);

} // namespace flat::java
