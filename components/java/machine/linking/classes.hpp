// SPDX-License-Identifier: BSD-2-Clause
// The classes of a machine: found, read, laid out, with their tables of methods
// (JVMS 17, 5.3, 5.4).
#pragma once

#include <core/format.hpp>
#include <java/machine/linking/symbols.hpp>
#include <java/machine/threads/native_stack.hpp>

namespace flat::java {

/// Where class files come from.
class ClassSource {
public:
    /// The file of a class in internal form; empty if there is none. `is_trusted`
    /// says whether it is of the class library, which is believed in part
    /// (`Checks::structure`).
    virtual Span<u8 const> find(Text name, bool& is_trusted) = 0;

protected:
    ~ClassSource() = default;
};

/// Names of an exception and its message: why there is no class.
struct LinkProblem {
    char const* exception = nullptr;
    TextBuffer<240> message;
};

/// Whether a class may name another one (JVMS 17, 5.4.4). The class library may name all.
bool may_access(Class const& from, Class const& to);
/// Whether it may name a member by its flags, which it has found in a class by naming it or one
/// below.
bool may_access(class Classes& classes, Class const& from, Class const& named, Class const& owner,
                u16 flags);

/// Why a class may not run: an exception and its message; no exception if it may.
struct Verdict {
    char const* exception = nullptr;
    TextBuffer<600> message;
};

/// Whether code keeps to the rules of types (JVMS 17, 4.10).
class ClassVerifier {
public:
    /// Of a class that is linked. The verdict is there until the next one.
    virtual Verdict const& verify(Class& made) = 0;

protected:
    ~ClassVerifier() = default;
};

/// The verifier of a machine, which folder verifier has; none if there is no memory.
ClassVerifier* make_verifier(MemorySource& source, class Classes& classes);

/// All classes, by their names. There is one loader, that of the class library.
class Classes : NonCopyable {
public:
    Classes(Arena& arena, Symbols& symbols, ClassSource& source, NativeStack const& native)
        : arena_(arena), symbols_(symbols), source_(source), native_(native) {}

    /// A class in internal form, or the descriptor of an array; loads it and what
    /// it is below. None if that fails, and `problem` says why.
    Class* load(Symbol const* name);
    Class* load(Text name) { return load(symbols_.of(name)); }

    /// The class of a field descriptor.
    Class* of_descriptor(Text descriptor);
    Class* array_of(Class* element);
    Class* primitive(char kind);
    LinkProblem const& problem() const { return problem_; }
    /// Has `problem` say that a class cannot be had. Always none.
    Class* refuse(char const* exception, Text message);

    /// A method that a class or one above has, interfaces included
    /// (5.4.3.3, 5.4.3.4).
    static Method* find_method(Class* in, Symbol const* name, Symbol const* descriptor);
    /// One that the class itself has.
    static Method* own_method(Class* in, Symbol const* name, Symbol const* descriptor);
    static Field* find_field(Class* in, Symbol const* name, Symbol const* descriptor);

    /// What a call of a method of an interface or class selects in the class of
    /// the receiver (5.4.6); none if this does not implement the interface that has it.
    Method* select(Class* receiver, Method* called);

    // Classes of lambdas (lambda.cpp).
    Class* make_lambda(Class& in, Text descriptor, Span<Class*> markers, u32 bridge_count);
    bool finish_lambda(Class& made);

    Symbols& symbols() { return symbols_; }
    u32 count() const { return count_; }

    /// Calls for each class. `visitor(Class&)`.
    template<class Visitor>
    void each(Visitor visitor) {
        for (Class* bucket : table_)
            for (Class* each = bucket; each; each = each->next)
                visitor(*each);
        for (Class* each : primitives_)
            if (each) visitor(*each);
    }

private:
    static constexpr u32 buckets = 1024;
    static constexpr u32 selected_max = 4096;
    struct Selected {
        Class* receiver;
        Method* called;
        Method* found;
    };

    Class* fail(char const* exception, Text message) { return refuse(exception, message); }
    Class* load_array(Symbol const* name);
    Class* make_array(Symbol const* name, Class* element);
    Class* load_file(Symbol const* name);
    bool open_chain(Symbol const* name);
    Class* open(Symbol const* name);
    Class* read(Symbol const* name, Span<u8 const> bytes, bool is_trusted);
    bool complete(Class& made);
    Class* find(Symbol const* name) const;
    bool is_loading(Symbol const* name) const;
    bool take_parents(Class& made);
    bool collect_interfaces(Class& made);
    bool take_fields(Class& made);
    void lay_out(Class& made);
    void set_constant(Class& made, Field& field, Attributes const& attributes);
    bool take_methods(Class& made);
    bool fill(Method& method, Member const& member, Class& made, u32 index);
    bool make_table(Class& made);
    bool place(Class& made, Method& method, u32 inherited);
    void add_default(Class& made, Method& method);
    void add(Class& made);

    Arena& arena_;
    Symbols& symbols_;
    ClassSource& source_;
    NativeStack const& native_;
    Class* opened_ = nullptr; ///< those that are being loaded, the latest first, by `next`
    LinkProblem problem_;
    u32 count_ = 0;
    Class* table_[buckets] = {};
    Class* primitives_[26] = {};
    Selected selected_[selected_max] = {};
};

} // namespace flat::java
