// SPDX-License-Identifier: BSD-2-Clause
// Tests of class files that are right, and of what is wrong with others.
#include <java/class_file.hpp>

#include <java/testing.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace flat::java {
namespace {

using testing::ClassBuilder;
using testing::outcome;

/// A class with a field, a method of two instructions with a handler, and one that is native.
ClassBuilder small() {
    ClassBuilder made("Small");
    made.field(flags::is_private | flags::is_static, "count", "I");
    ClassBuilder::Code code;
    code.bytes = {0x03, 0xac}; // iconst_0, ireturn
    code.handlers = {{0, 1, 1, made.class_("java/lang/Error")}};
    made.method(flags::is_public | flags::is_static, "zero", "(IJ)I", code);
    made.method(flags::is_native, "away", "()V");
    return made;
}

TEST(ClassFile, tells_what_it_consists_of) {
    auto const bytes = small().bytes();
    std::vector<u32> room(ClassFile::room_needed({bytes.data(), bytes.size()}));
    auto const found =
        ClassFile::read({bytes.data(), bytes.size()}, Span<u32>(room.data(), room.size()));
    ASSERT_TRUE(found.is_ok()) << found.error().what << " at " << found.error().offset;
    ClassFile const file = found.value();
    EXPECT_EQ(file.major(), 61);
    EXPECT_TRUE(file.name() == Text("Small"));
    EXPECT_TRUE(file.super_name() == Text("java/lang/Object"));
    EXPECT_EQ(file.interface_count(), 0u);

    auto fields = file.fields();
    auto const field = fields.next();
    EXPECT_TRUE(field && field->name == Text("count") && field->descriptor == Text("I"));
    EXPECT_FALSE(fields.next());

    auto methods = file.methods();
    auto const zero = methods.next();
    ASSERT_TRUE(zero && zero->name == Text("zero"));
    auto const code = file.code(*zero);
    ASSERT_TRUE(code);
    EXPECT_EQ(code->bytes.size(), 2u);
    EXPECT_EQ(code->bytes[1], 0xac);
    EXPECT_EQ(bytes[code->offset + 1], 0xac);
    ASSERT_EQ(code->handler_count(), 1u);
    EXPECT_EQ(code->handler(0).end, 1);
    EXPECT_TRUE(file.pool().class_name(code->handler(0).class_index) == Text("java/lang/Error"));
    auto const away = methods.next();
    EXPECT_TRUE(away && !file.code(*away));
    EXPECT_FALSE(methods.next());
}

TEST(ClassFile, whose_head_is_wrong_is_told) {
    EXPECT_EQ(outcome({}), "the file does not begin with 0xCAFEBABE at 0");
    auto bytes = small().bytes();
    bytes[0] = 0;
    EXPECT_EQ(outcome(bytes), "the file does not begin with 0xCAFEBABE at 0");
    bytes = small().bytes();
    bytes[7] = 62;
    EXPECT_EQ(outcome(bytes), "version: the version is none up to Java SE 17 at 6");
    bytes[7] = 61;
    bytes[4] = bytes[5] = 0xff;
    EXPECT_EQ(outcome(bytes), "version: the file needs preview features at 4");
    bytes = small().bytes();
    bytes.push_back(0);
    EXPECT_EQ(outcome(bytes),
              "there are bytes after the class at " + std::to_string(bytes.size() - 1));
}

TEST(ClassFile, of_which_a_part_is_missing_is_told_wherever_it_ends) {
    auto const whole = small().bytes();
    EXPECT_EQ(outcome(whole), "right");
    for (usize size = 0; size < whole.size(); ++size)
        EXPECT_NE(outcome({whole.begin(), whole.begin() + long(size)}), "right") << size;
}

TEST(ClassFile, whose_constants_are_wrong_is_told) {
    auto of_tag = small().bytes();
    of_tag[10] = 2;
    EXPECT_EQ(outcome(of_tag), "a constant has no known tag at 10");
    ClassBuilder of_text("A");
    of_text.utf8(std::string("\0", 1));
    EXPECT_EQ(outcome(of_text.bytes()).substr(0, 28), "a text is no modified UTF-8 ");
    ClassBuilder of_class("A");
    of_class.class_("a//b");
    EXPECT_EQ(outcome(of_class.bytes()).substr(0, 25), "a class has no right name");
    ClassBuilder of_member("A");
    of_member.member(Constant::field, "A", "f", "()V");
    EXPECT_EQ(outcome(of_member.bytes()).substr(0, 41),
              "a field has the descriptor of a method, o");
    ClassBuilder of_handle("A");
    of_handle.handle(HandleKind::invoke_static,
                     of_handle.member(Constant::method, "A", "<init>", "()V"));
    EXPECT_EQ(outcome(of_handle.bytes()).substr(0, 27), "a method handle calls <init");
    ClassBuilder of_call("A");
    of_call.invoke_dynamic(0, "run", "()V");
    EXPECT_EQ(outcome(of_call.bytes()).substr(0, 46),
              "a constant names a bootstrap method that is no");
}

/// A method handle may come before what it names, which may be wrong itself.
TEST(ClassFile, whose_handle_names_a_member_of_a_broken_class_is_told) {
    ClassBuilder made("A");
    u16 const handle = made.handle(HandleKind::invoke_static, u16(made.next_index() + 1));
    ASSERT_EQ(made.member_of(Constant::method, u16(handle + 4), "f", "()V"), handle + 1);
    made.class_of_text(9999);
    EXPECT_NE(outcome(made.bytes()), "right");
}

TEST(ClassFile, whose_flags_exclude_each_other_is_told) {
    ClassBuilder of_class("A", flags::is_final | flags::is_abstract);
    EXPECT_EQ(outcome(of_class.bytes()).substr(0, 27), "a class is final and abstra");
    ClassBuilder of_field("A");
    of_field.field(flags::is_public | flags::is_private, "a", "I");
    EXPECT_EQ(outcome(of_field.bytes()).substr(0, 40), "a field has flags that exclude each othe");
    ClassBuilder of_method("A");
    of_method.method(flags::is_abstract | flags::is_final, "a", "()V");
    EXPECT_EQ(outcome(of_method.bytes()).substr(0, 41),
              "a method has flags that exclude each othe");
    ClassBuilder of_interface("A", flags::is_interface);
    EXPECT_EQ(outcome(of_interface.bytes()).substr(0, 32), "an interface is not abstract, or");
    ClassBuilder of_both("A", flags::is_interface | flags::is_abstract | flags::is_super);
    EXPECT_EQ(outcome(of_both.bytes()).substr(0, 32), "an interface is not abstract, or");
}

TEST(ClassFile, whose_methods_are_wrong_is_told) {
    ClassBuilder without("A");
    without.method(0, "a", "()V");
    EXPECT_EQ(outcome(without.bytes()).substr(0, 20), "a method has no code");
    ClassBuilder empty("A");
    empty.method(0, "a", "()V", ClassBuilder::Code{});
    EXPECT_EQ(outcome(empty.bytes()).substr(0, 20), "code has no byte or ");
    ClassBuilder outside("A");
    ClassBuilder::Code code;
    code.bytes = {0xb1};
    code.handlers = {{0, 2, 0, 0}};
    outside.method(0, "a", "()V", code);
    EXPECT_EQ(outcome(outside.bytes()).substr(0, 21), "a handler of exceptio");
    ClassBuilder narrow("A");
    code.handlers = {};
    code.max_locals = 2;
    narrow.method(0, "a", "(J)V", code);
    EXPECT_EQ(outcome(narrow.bytes()).substr(0, 29), "the local variables have no r");
    ClassBuilder wide("A");
    wide.method(flags::is_native, "a", "(" + std::string(128, 'J') + ")V");
    EXPECT_EQ(outcome(wide.bytes()).substr(0, 26), "a method has 256 arguments");
}

TEST(ClassFile, tells_lines_and_bootstrap_methods) {
    ClassBuilder made("A");
    ClassBuilder::Code code;
    code.bytes = {0x00, 0x00, 0x00, 0xb1};
    code.attributes = {{"LineNumberTable", {0, 2, 0, 0, 0, 7, 0, 2, 0, 9}}};
    made.method(flags::is_static, "a", "()V", code);
    u16 const handle =
        made.handle(HandleKind::invoke_static, made.member(Constant::method, "B", "b", "()V"));
    made.attribute("BootstrapMethods", {0, 1, u8(handle >> 8), u8(handle), 0, 0});
    made.invoke_dynamic(0, "run", "()V");
    auto const bytes = made.bytes();
    ASSERT_EQ(outcome(bytes), "right");
    std::vector<u32> room(ClassFile::room_needed({bytes.data(), bytes.size()}));
    ClassFile const file =
        ClassFile::read({bytes.data(), bytes.size()}, Span<u32>(room.data(), room.size())).value();
    auto methods = file.methods();
    auto const found = file.code(*methods.next());
    EXPECT_EQ(line_at(*found, 0), 7u);
    EXPECT_EQ(line_at(*found, 1), 7u);
    EXPECT_EQ(line_at(*found, 3), 9u);
    EXPECT_EQ(file.bootstrap_method(0).handle, handle);
    EXPECT_EQ(file.bootstrap_method(0).arguments.size(), 0u);
}

TEST(ClassFile, whose_attributes_are_wrong_is_told) {
    struct Case {
        char const* name;
        std::vector<u8> bytes;
        char const* problem;
    };
    Case const cases[] = {
        {"SourceFile", {0, 0}, "an attribute names no text"},
        {"SourceFile", {0}, "an attribute names no text"},
        {"Deprecated", {0}, "an attribute is longer than what it holds"},
        {"NestMembers", {0, 1, 0, 0}, "an attribute names no class"},
        {"InnerClasses", {0, 1}, "an attribute names no class"},
        {"InnerClasses", {0, 1, 0, 2, 0, 0, 0, 0, 2, 0}, "an interface is not abstract"},
        {"InnerClasses", {0, 1, 0, 2, 0, 0, 0, 0, 4, 16}, "a class is final and abstract"},
        {"InnerClasses", {0, 1, 0, 2, 0, 0, 0, 0, 128, 0}, "a class within another is a module"},
        {"InnerClasses", {0, 1, 0, 2, 0, 0, 0, 0, 4, 1}, "right"},
        {"BootstrapMethods", {0, 1, 0, 1, 0, 0}, "a bootstrap method is no handle"},
        {"Record", {0, 1, 0, 0, 0, 0, 0, 0}, "a component has no right name"},
        {"RuntimeVisibleAnnotations", {0, 1, 0, 0, 0, 0}, "an annotation has no right type"},
        {"Module", {0, 0, 0, 0, 0, 0}, "a module has no name"},
        {"Unknown", {1, 2, 3}, "right"},
    };
    for (Case const& each : cases) {
        ClassBuilder made("A");
        made.attribute(each.name, each.bytes);
        std::string const problem = outcome(made.bytes());
        EXPECT_EQ(problem.substr(0, std::string(each.problem).size()), each.problem) << each.name;
    }
    ClassBuilder twice("A");
    u16 const name = twice.utf8("A.java");
    twice.attribute("SourceFile", {u8(name >> 8), u8(name)});
    twice.attribute("SourceFile", {u8(name >> 8), u8(name)});
    EXPECT_EQ(outcome(twice.bytes()).substr(0, 27), "an attribute is there twice");
}

/// As deep as a file can be: the machine's stack is not.
TEST(ClassFile, with_annotations_in_annotations_without_end_is_refused) {
    ClassBuilder made("A");
    std::vector<u8> value = {0, 1, 0, 0, 0, 0};
    u16 const type = made.utf8("LA;");
    value[2] = u8(type >> 8);
    value[3] = u8(type);
    value[5] = 1;
    for (u32 i = 0; i < 10'000; ++i) {
        value.insert(value.end(), {u8(type >> 8), u8(type), '[', 0, 1});
        value.insert(value.end(), {'@', u8(type >> 8), u8(type), 0, 1});
    }
    made.attribute("RuntimeVisibleAnnotations", value);
    EXPECT_EQ(outcome(made.bytes()).substr(0, 32), "annotations lie within 64 others");
}

/// Under sanitizers, which see whether it reads outside.
TEST(ClassFile, of_any_bytes_is_read_within_its_bounds) {
    std::mt19937 random(1);
    for (u32 i = 0; i < 20'000; ++i) {
        auto bytes = small().bytes();
        for (u32 changes = random() % 4; changes > 0; --changes)
            bytes[random() % bytes.size()] = u8(random());
        bytes.resize(random() % 8 == 0 ? random() % (bytes.size() + 1) : bytes.size());
        (void)outcome(std::vector<u8>(bytes));
    }
}

} // namespace
} // namespace flat::java
