// SPDX-License-Identifier: BSD-2-Clause
// For tests: a machine with a class library of a few classes made by hand.
#pragma once

#include <java/machine/run.hpp>
#include <java/testing.hpp>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace flat::java::testing {

using Instructions = std::vector<u8>;

/// Memory of the host, and what was written.
class HostPlatform final : public Platform {
public:
    ~HostPlatform() {
        for (void* each : taken_)
            std::free(each);
    }
    void* take(u64 bytes) override {
        if (bytes > left_bytes) return nullptr;
        left_bytes -= bytes;
        taken_.push_back(std::aligned_alloc(16, align_up<u64>(bytes, 16)));
        return taken_.back();
    }
    void write(u32, Span<u8 const> bytes) override { written.append(bytes.begin(), bytes.end()); }
    u64 now_ns() override { return 5; }
    u64 now_ms() override { return 7; }
    void report(Text line) override { reported.assign(line.data(), line.size()); }

    std::string written;
    std::string reported;
    u64 left_bytes = ~u64{0};

private:
    std::vector<void*> taken_;
};

class HostClasses final : public ClassSource {
public:
    Span<u8 const> find(Text name, bool& is_trusted) override {
        is_trusted = name.starts_with("java/");
        auto const found = files.find(std::string(name.data(), name.size()));
        if (found == files.end()) return {};
        return {found->second.data(), found->second.size()};
    }
    void add(std::string const& name, ClassBuilder const& made) { files[name] = made.bytes(); }

    std::map<std::string, Bytes> files;
};

inline ClassBuilder::Code code(Instructions const& bytes, std::vector<Handler> handlers = {}) {
    ClassBuilder::Code made;
    made.bytes = bytes;
    made.handlers = std::move(handlers);
    return made;
}

/// `<init>` of exceptions: without and with a message, which is kept.
inline ClassBuilder throwable(std::string const& name, std::string const& super) {
    ClassBuilder made(name, flags::is_public | flags::is_super, super);
    if (name == "java/lang/Throwable") {
        made.field(0, "detailMessage", "Ljava/lang/String;");
        made.field(0, "cause", "Ljava/lang/Throwable;");
    }
    u16 const field =
        made.member(Constant::field, "java/lang/Throwable", "detailMessage", "Ljava/lang/String;");
    made.method(0, "<init>", "()V", code({0xb1}));
    made.method(0, "<init>", "(Ljava/lang/String;)V",
                code({0x2a, 0x2b, 0xb5, u8(field >> 8), u8(field), 0xb1}));
    return made;
}

/// A machine whose library is what it needs itself.
class TestMachine {
public:
    TestMachine() {
        ClassBuilder object("java/lang/Object", flags::is_public | flags::is_super, "");
        object.method(flags::is_public, "<init>", "()V", code({0xb1}));
        object.method(flags::is_public, "same", "()I", code({0x04, 0xac}));
        classes.add("java/lang/Object", object);
        ClassBuilder string("java/lang/String");
        string.field(0, "value", "[B");
        string.field(0, "coder", "B");
        classes.add("java/lang/String", string);
        ClassBuilder class_("java/lang/Class");
        class_.field(0, "componentType", "Ljava/lang/Class;");
        classes.add("java/lang/Class", class_);
        ClassBuilder thread("java/lang/Thread");
        thread.field(0, "eetop", "J");
        thread.field(0, "name", "Ljava/lang/String;");
        thread.field(0, "threadStatus", "I");
        thread.field(0, "priority", "I");
        thread.field(0, "daemon", "Z");
        thread.field(0, "interrupted", "Z");
        classes.add("java/lang/Thread", thread);
        u16 const interface = flags::is_public | flags::is_interface | flags::is_abstract;
        classes.add("java/lang/Cloneable", ClassBuilder("java/lang/Cloneable", interface));
        classes.add("java/io/Serializable", ClassBuilder("java/io/Serializable", interface));
        classes.add("java/lang/Throwable", throwable("java/lang/Throwable", "java/lang/Object"));
        for (std::string const& name : {"Error",
                                        "NullPointerException",
                                        "ArithmeticException",
                                        "StackOverflowError",
                                        "ArrayIndexOutOfBoundsException",
                                        "NegativeArraySizeException",
                                        "ClassCastException",
                                        "NoClassDefFoundError",
                                        "ClassFormatError",
                                        "NoSuchMethodError",
                                        "NoSuchFieldError",
                                        "UnsatisfiedLinkError",
                                        "ExceptionInInitializerError",
                                        "AbstractMethodError",
                                        "ClassCircularityError",
                                        "IncompatibleClassChangeError",
                                        "ArrayStoreException",
                                        "InstantiationError",
                                        "IllegalMonitorStateException",
                                        "IllegalAccessError",
                                        "BootstrapMethodError",
                                        "UnsupportedOperationException",
                                        "InterruptedException",
                                        "ThreadDeath",
                                        "InternalError"})
            classes.add("java/lang/" + name,
                        throwable("java/lang/" + name, name == "StackOverflowError"
                                                           ? "java/lang/Error"
                                                           : "java/lang/Throwable"));
    }

    /// To be called when all classes are there.
    Run& begin(u64 heap_bytes = u64{2} << 20, u64 native_bytes = u64{1} << 18) {
        machine = std::make_unique<Machine>(platform, classes);
        machine->native.begin(native_bytes);
        if (!machine->begin(heap_bytes)) std::abort();
        stack = std::vector<Slot>(4096);
        run = std::make_unique<Run>(*machine, 1, Span<Slot>(stack.data(), stack.size()));
        run->native = machine->native;
        machine->add(*run);
        return *run;
    }

    /// Calls `run` of class A; what it returns as text, or the exception and its
    /// message.
    std::string outcome(std::string const& descriptor = "()I", std::vector<Slot> arguments = {}) {
        arguments.resize(16);
        Class* const a = machine->classes.load("A");
        bool const is_there = a ? true : run->raise_problem();
        if (is_there && run->call_static(*a, "run", descriptor.c_str(), arguments.data()))
            return std::to_string(descriptor.back() == 'J' ? i64(get_long(run->result))
                                                           : i32(run->result[0]));
        TextBuffer<300> line;
        line.put(run->exception->type->name->text.after(sizeof "java/lang/" - 1));
        Field& message =
            machine->field(*machine->known.throwable, "detailMessage", "Ljava/lang/String;");
        if (Object* const text = at<Object*>(run->exception, message.offset)) {
            line.put(": ");
            machine->put_string(text, line);
        }
        run->exception = nullptr;
        return {line.text().data(), line.text().size()};
    }

    HostPlatform platform;
    HostClasses classes;
    std::unique_ptr<Machine> machine;
    std::vector<Slot> stack;
    std::unique_ptr<Run> run;
};

} // namespace flat::java::testing
