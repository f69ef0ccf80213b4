// SPDX-License-Identifier: BSD-2-Clause
// A machine for Java: all that its threads share.
#pragma once

#include <core/text.hpp>
#include <java/machine/linking/classes.hpp>
#include <java/machine/memory/heap.hpp>
#include <java/machine/memory/strings.hpp>
#include <java/machine/threads/thread_table.hpp>

namespace flat::java {

class Run;
class Machine;
class Inflater;
class Deflater;

/// What a machine needs of what is below.
class Platform : public MemorySource {
public:
    /// Writes bytes to the standard output or the standard error output.
    virtual void write(u32 file, Span<u8 const> bytes) = 0;
    /// Nanoseconds since some moment; monotonic.
    virtual u64 now_ns() = 0;
    /// Milliseconds since 1970 began.
    virtual u64 now_ms() = 0;
    /// A line for whoever looks after the machine.
    virtual void report(Text line) = 0;

protected:
    ~Platform() = default;
};

/// Classes and fields that the machine itself uses.
struct KnownClasses {
    Class* object;
    Class* class_;
    Class* string;
    Class* thread;
    Class* throwable;
    Class* stack_overflow;
    Class* bytes;      ///< byte[]
    Class* longs;      ///< long[]
    Class* strings;    ///< String[]
    Class* objects;    ///< Object[]
    Class* classes;    ///< Class[]
    u32 class_pointer; ///< where a java.lang.Class says which class it is of
};

/// The modules that classes are of: the class library's own, and one without a name for programs.
struct Modules {
    enum class Phase : u8 { deferred, running, finished };

    /// Has the java.lang.Class of a class, which is there, say its module.
    void set(Machine& machine, Class& of) const;
    void set_all(Machine& machine) const;

    Object* base = nullptr;
    Object* unnamed = nullptr;
    Phase phase = Phase::deferred; ///< of the class library's initialisation after the first one
};

/// Where a java.lang.Thread has what the machine uses.
struct ThreadFields {
    u32 address; ///< of its Run, while it lives
    u32 name;
    u32 status;
    u32 priority;
    u32 daemon;
    u32 interrupted;
};

/// Classes, objects, texts and threads.
class Machine final : public Roots, NonCopyable {
public:
    Machine(Platform& platform, ClassSource& source)
        : platform(platform), arena(platform), symbols(arena),
          classes(arena, symbols, source, native), heap(*this), strings(arena), threads(*this) {}

    /// Takes memory and loads what the machine itself needs; false if something
    /// is missing, and `platform` has been told.
    bool begin(u64 bytes_of_half);

    /// The java.lang.Class of a class. Makes it if there is none yet: not with a
    /// full heap.
    Object* mirror_of(Class& of);
    Class* class_of_mirror(Object* mirror) {
        return pointer_to<Class>(at<u64>(mirror, known.class_pointer));
    }

    /// A java.lang.String of modified UTF-8; none if there is no memory.
    Object* string_of(Text text);
    Object* intern(Text text);
    /// The name of a class as Java says it, with dots, interned.
    Object* binary_name(Text internal);
    /// Writes a text as UTF-8.
    void put_string(Object* string, TextSink& sink);

    /// The field of a class that is known to be there; a panic if it is not.
    Field& field(Class& of, Text name, Text descriptor);

    u32 hash_of(Object* object);

    void visit_roots(Heap& heap) override;
    void add(Run& run) { threads.add(run); }
    /// No exception is caught any more; the program ends with a status.
    void end(u32 status) {
        has_exited = true;
        exit_status = status;
    }

    Platform& platform;
    NativeStack native;
    Arena arena;
    Symbols symbols;
    Classes classes;
    Heap heap;
    Strings strings;
    ThreadTable threads;
    KnownClasses known{};
    ThreadFields thread_fields{};
    Object* out_of_memory = nullptr;
    Modules modules;
    Inflater* free_inflaters = nullptr; ///< not in use; each names the next one
    Deflater* free_deflaters = nullptr;
    ClassVerifier* verifier = nullptr; ///< of classes that are not trusted; none believes all
    bool has_exited = false;
    u32 exit_status = 0;

private:
    bool need(Class*& to, Text name);
    void find_thread_fields();

    u32 hash_seed_ = 0x9e3779b9;
};

} // namespace flat::java
