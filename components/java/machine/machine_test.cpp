// SPDX-License-Identifier: BSD-2-Clause
// Tests of the machine with classes made by hand.
#include <java/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::ClassBuilder;
using testing::code;
using testing::Instructions;
using testing::TestMachine;

constexpr u16 is_static = flags::is_public | flags::is_static;

u8 high(u16 index) {
    return u8(index >> 8);
}
u8 low(u16 index) {
    return u8(index);
}

/// What `run` of a class with this code gives.
std::string outcome_of(Instructions const& bytes, std::string const& descriptor = "()I",
                       std::vector<Slot> const& arguments = {}) {
    TestMachine test;
    ClassBuilder a("A");
    a.method(is_static, "run", descriptor, code(bytes));
    test.classes.add("A", a);
    test.begin();
    return test.outcome(descriptor, arguments);
}

TEST(Machine, counts) {
    EXPECT_EQ(outcome_of({0x10, 40, 0x05, 0x60, 0xac}),
              "42"); // bipush 40, iconst_2, iadd
    EXPECT_EQ(outcome_of({0x1a, 0x1b, 0x6c, 0xac}, "(II)I", {u32(-7), 2}), "-3");
    EXPECT_EQ(outcome_of({0x1a, 0x1b, 0x70, 0xac}, "(II)I", {0x80000000, u32(-1)}), "0");
    EXPECT_EQ(outcome_of({0x1a, 0x1b, 0x6c, 0xac}, "(II)I", {1, 0}),
              "ArithmeticException: / by zero");
    EXPECT_EQ(outcome_of({0x1e, 0x20, 0x69, 0xad}, "(JJ)J", {3, 1, 5, 0}), "21474836495");
    EXPECT_EQ(outcome_of({0x1a, 0x91, 0xac}, "(I)I", {200}), "-56");
    EXPECT_EQ(outcome_of({0x22, 0x8b, 0xac}, "(F)I", {0xc0700000}),
              "-3"); // -3.75
}

TEST(Machine, branches_and_loops) {
    // s = 0; while (n != 0) { s += n; --n }; return s
    Instructions const sum = {0x03, 0x3c, 0x1a, 0x99, 0,    13,   0x1b, 0x1a, 0x60,
                              0x3c, 0x84, 0,    0xff, 0xa7, 0xff, 0xf5, 0x1b, 0xac};
    EXPECT_EQ(outcome_of(sum, "(I)I", {100}), "5050");
    // tableswitch of 1 to 2, else 0
    Instructions table = {0x1a, 0xaa, 0, 0};
    for (u8 const value : {0, 0, 0, 27, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 23, 0, 0, 0, 25})
        table.push_back(value);
    table.insert(table.end(), {0x05, 0xac, 0x06, 0xac, 0x03, 0xac});
    EXPECT_EQ(outcome_of(table, "(I)I", {1}), "2");
    EXPECT_EQ(outcome_of(table, "(I)I", {2}), "3");
    EXPECT_EQ(outcome_of(table, "(I)I", {3}), "0");
    EXPECT_EQ(outcome_of(table, "(I)I", {u32(-1)}), "0");
}

TEST(Machine, has_arrays_that_are_checked) {
    // int[] a = new int[n]; a[i] = 7; return a[i] + a.length
    Instructions const bytes = {0x1a, 0xbc, 10,   0x4d, 0x2c, 0x1b, 0x10, 7,
                                0x4f, 0x2c, 0x1b, 0x2e, 0x2c, 0xbe, 0x60, 0xac};
    EXPECT_EQ(outcome_of(bytes, "(II)I", {3, 2}), "10");
    EXPECT_EQ(outcome_of(bytes, "(II)I", {3, 3}),
              "ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3");
    EXPECT_EQ(outcome_of(bytes, "(II)I", {3, u32(-1)}),
              "ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 3");
    EXPECT_EQ(outcome_of(bytes, "(II)I", {u32(-2), 0}), "NegativeArraySizeException: -2");
    EXPECT_EQ(outcome_of({0x01, 0xbe, 0xac}), "NullPointerException");
}

TEST(Machine, catches_where_a_handler_says_so) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const caught = a.class_("java/lang/ArithmeticException");
    a.method(is_static, "run", "()I",
             code({0x04, 0x03, 0x6c, 0xac, 0x57, 0x08, 0xac}, {{0, 4, 4, caught}}));
    test.classes.add("A", a);
    test.begin();
    EXPECT_EQ(test.outcome(), "5");
}

TEST(Machine, calls_what_the_class_of_the_object_has) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const b = a.class_("B");
    u16 const init = a.member(Constant::method, "B", "<init>", "()V");
    u16 const same = a.member(Constant::method, "java/lang/Object", "same", "()I");
    u16 const shown = a.member(Constant::interface_method, "I", "shown", "()I");
    a.method(is_static, "run", "()I",
             code({0xbb,        high(b),    low(b), 0x59,       0xb7,      high(init), low(init),
                   0x4b,        0x2a,       0xb6,   high(same), low(same), 0x2a,       0xb9,
                   high(shown), low(shown), 1,      0,          0x60,      0xac}));
    test.classes.add("A", a);
    ClassBuilder i("I", flags::is_public | flags::is_interface | flags::is_abstract);
    i.method(flags::is_public, "shown", "()I", code({0x10, 20, 0xac}));
    test.classes.add("I", i);
    ClassBuilder of_b("B");
    of_b.interface("I");
    u16 const super = of_b.member(Constant::method, "java/lang/Object", "<init>", "()V");
    of_b.method(0, "<init>", "()V", code({0x2a, 0xb7, high(super), low(super), 0xb1}));
    of_b.method(flags::is_public, "same", "()I", code({0x10, 9, 0xac}));
    test.classes.add("B", of_b);
    test.begin();
    EXPECT_EQ(test.outcome(), "29");
}

/// What a method of interface I gives, called on an object: of B, which implements I; of F, which
/// has methods of the same names; or an array.
std::string called_by_interface(std::string const& of, std::string const& name) {
    TestMachine test;
    ClassBuilder i("I", flags::is_public | flags::is_interface | flags::is_abstract);
    i.method(flags::is_public, "shown", "()I", code({0x10, 20, 0xac}));
    i.method(flags::is_private, "hidden", "()I", code({0x10, 30, 0xac}));
    i.method(flags::is_public | flags::is_abstract, "given", "()I");
    u16 const member = i.class_("A");
    i.attribute("NestMembers", {0, 1, high(member), low(member)});
    test.classes.add("I", i);
    ClassBuilder b("B");
    b.interface("I");
    b.method(flags::is_public, "given", "()I", code({0x08, 0xac}));
    b.method(flags::is_public, "same", "()I", code({0x10, 9, 0xac}));
    test.classes.add("B", b);
    ClassBuilder f("F");
    for (char const* each : {"shown", "hidden", "given"})
        f.method(flags::is_public, each, "()I", code({0x10, 66, 0xac}));
    test.classes.add("F", f);
    ClassBuilder a("A");
    u16 const host = a.class_("I");
    a.attribute("NestHost", {high(host), low(host)});
    u16 const made = a.class_(of);
    u16 const called = a.member(Constant::interface_method, "I", name, "()I");
    Instructions bytes = {0xbb, high(made), low(made)};
    if (of == "[I") bytes = {0x03, 0xbc, 10};
    bytes.insert(bytes.end(), {0xb9, high(called), low(called), 1, 0, 0xac});
    a.method(is_static, "run", "()I", code(bytes));
    test.classes.add("A", a);
    test.begin();
    std::string const first = test.outcome();
    EXPECT_EQ(test.outcome(), first); // what was selected is remembered
    return first;
}

TEST(Machine, calls_by_interfaces_what_implements_them_only) {
    EXPECT_EQ(called_by_interface("B", "shown"), "20");
    EXPECT_EQ(called_by_interface("B", "hidden"), "30");
    EXPECT_EQ(called_by_interface("B", "given"), "5");
    EXPECT_EQ(called_by_interface("B", "same"), "9");
    for (std::string const& of : {"F", "[I"})
        for (std::string const& name : {"shown", "hidden", "given"})
            EXPECT_EQ(called_by_interface(of, name),
                      "IncompatibleClassChangeError: Class " + of +
                          " does not implement the requested interface I");
}

/// A list of 1000 arrays lives while many more are made: objects move, and keep
/// what they had.
TEST(Machine, collects_what_nobody_can_reach) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const element = a.class_("[I");
    // Object[] kept = new int[1000][]; for (i = 0; i < 100000; ++i) kept[i %
    // 1000] = {i}
    Instructions bytes = {0x11, 0x03, 0xe8, 0xbd, high(element), low(element), 0x4b, 0x03, 0x3c};
    Instructions const loop = {0x2a, 0x1b, 0x11, 0x03, 0xe8, 0x70, 0x04, 0xbc, 10,
                               0x59, 0x03, 0x1b, 0x4f, 0x53, 0x84, 1,    1};
    bytes.insert(bytes.end(), loop.begin(), loop.end());
    u16 const limit = a.integer(100'000);
    bytes.insert(bytes.end(), {0x1b, 0x12, low(limit), 0xa1, 0xff, 0xec});
    // sum of kept[i][0]
    Instructions const sum = {0x03, 0x3c, 0x03, 0x3d, 0x1c, 0x2a, 0x1b, 0x32,
                              0x03, 0x2e, 0x60, 0x3d, 0x84, 1,    1,    0x1b,
                              0x11, 0x03, 0xe8, 0xa1, 0xff, 0xf1, 0x1c, 0xac};
    bytes.insert(bytes.end(), sum.begin(), sum.end());
    a.method(is_static, "run", "()I", code(bytes));
    test.classes.add("A", a);
    auto& run = test.begin(u64{1} << 20);
    EXPECT_EQ(test.outcome(), "99499500");
    EXPECT_GT(run.machine.heap.collections(), 2u);
}

TEST(Machine, initialises_a_class_once_and_says_what_failed) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const count = a.member(Constant::field, "B", "count", "I");
    a.method(is_static, "run", "()I",
             code({0xb2, high(count), low(count), 0xb2, high(count), low(count), 0x60, 0xac}));
    test.classes.add("A", a);
    ClassBuilder b("B");
    b.field(is_static, "count", "I");
    u16 const own = b.member(Constant::field, "B", "count", "I");
    b.method(flags::is_static, "<clinit>", "()V",
             code({0xb2, high(own), low(own), 0x04, 0x60, 0xb3, high(own), low(own), 0xb1}));
    test.classes.add("B", b);
    test.begin();
    EXPECT_EQ(test.outcome(), "2");

    TestMachine failing;
    ClassBuilder broken("B");
    broken.field(is_static, "count", "I");
    broken.method(flags::is_static, "<clinit>", "()V", code({0x03, 0x03, 0x6c, 0x57, 0xb1}));
    failing.classes.add("A", a);
    failing.classes.add("B", broken);
    failing.begin();
    EXPECT_EQ(failing.outcome(), "ExceptionInInitializerError");
    EXPECT_EQ(failing.outcome(), "NoClassDefFoundError: Could not initialize class B");
}

/// A lambda that captures 20, and calls a method that adds one.
TEST(Machine, makes_lambdas_of_call_sites) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const body =
        a.handle(HandleKind::invoke_static, a.member(Constant::method, "A", "body", "(I)I"));
    u16 const factory = a.handle(HandleKind::invoke_static,
                                 a.member(Constant::method, "java/lang/invoke/LambdaMetafactory",
                                          "metafactory", "()Ljava/lang/invoke/CallSite;"));
    u16 const type = a.method_type("()I");
    a.attribute("BootstrapMethods", {0, 1, high(factory), low(factory), 0, 3, high(type), low(type),
                                     high(body), low(body), high(type), low(type)});
    u16 const site = a.invoke_dynamic(0, "given", "(I)LI;");
    u16 const given = a.member(Constant::interface_method, "I", "given", "()I");
    a.method(is_static, "run", "()I",
             code({0x10, 20, 0xba, high(site), low(site), 0, 0, 0xb9, high(given), low(given), 1, 0,
                   0xac}));
    a.method(is_static, "body", "(I)I", code({0x1a, 0x04, 0x60, 0xac}));
    test.classes.add("A", a);
    ClassBuilder i("I", flags::is_public | flags::is_interface | flags::is_abstract);
    i.method(flags::is_public | flags::is_abstract, "given", "()I");
    test.classes.add("I", i);
    test.begin();
    EXPECT_EQ(test.outcome(), "21");
    EXPECT_EQ(test.outcome(), "21");
}

/// Each initialiser asks for the next class: the machine's own stack would not do.
TEST(Machine, ends_initialisers_within_each_other) {
    TestMachine test;
    auto const class_of = [&](std::string const& name, std::string const& next) {
        ClassBuilder made(name);
        made.field(is_static, "count", "I");
        u16 const count = made.member(Constant::field, next, "count", "I");
        Instructions const bytes = {0xb2, high(count), low(count), 0x57, 0xb1};
        made.method(flags::is_static, "<clinit>", "()V", code(bytes));
        if (name == "A") made.method(is_static, "run", "()I", code({0x03, 0xac}));
        test.classes.add(name, made);
    };
    class_of("A", "C0");
    for (u32 i = 0; i < 100; ++i)
        class_of("C" + std::to_string(i), "C" + std::to_string(i + 1));
    test.begin(u64{2} << 20, 16 * 1024);
    EXPECT_TRUE(test.outcome().starts_with("StackOverflowError"));
    EXPECT_EQ(test.run->frame, nullptr);
}

TEST(Machine, says_at_each_call_of_a_handle_that_the_class_of_its_result_is_missing) {
    TestMachine test;
    std::string const handles = "java/lang/invoke/VarHandle";
    ClassBuilder handle(handles);
    handle.method(flags::is_public | flags::is_native | flags::is_varargs, "getAndSet",
                  "([Ljava/lang/Object;)Ljava/lang/Object;");
    test.classes.add(handles, handle);
    ClassBuilder a("A");
    u16 const changed = a.member(Constant::method, handles, "getAndSet", "(I)LMissing;");
    // aconst_null, iconst_3, invokevirtual, pop, iconst_1, ireturn
    a.method(is_static, "run", "()I",
             code({0x01, 0x06, 0xb6, high(changed), low(changed), 0x57, 0x04, 0xac}));
    test.classes.add("A", a);
    test.begin();
    EXPECT_EQ(test.outcome(), "NoClassDefFoundError: Missing");
    EXPECT_EQ(test.outcome(), "NoClassDefFoundError: Missing");
    test.classes.add("Missing", ClassBuilder("Missing"));
    EXPECT_EQ(test.outcome(), "NullPointerException");
}

TEST(Machine, says_what_is_missing) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const method = a.member(Constant::method, "B", "away", "()V");
    a.method(is_static, "run", "()I", code({0xb8, high(method), low(method), 0x03, 0xac}));
    test.classes.add("A", a);
    test.begin();
    EXPECT_EQ(test.outcome(), "NoClassDefFoundError: B");
    ClassBuilder b("B");
    b.method(is_static | flags::is_native, "away", "()V");
    test.classes.add("B", b);
    EXPECT_EQ(test.outcome(), "UnsatisfiedLinkError: B.away()V");
    ClassBuilder circle("C", flags::is_public | flags::is_super, "C");
    test.classes.add("C", circle);
    EXPECT_EQ(test.machine->classes.load("C"), nullptr);
    EXPECT_STREQ(test.machine->classes.problem().exception, "java/lang/ClassCircularityError");
    test.classes.files["D"] = {0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 1};
    EXPECT_EQ(test.machine->classes.load("D"), nullptr);
    TextBuffer<240> const message = test.machine->classes.problem().message;
    EXPECT_TRUE(message.text() == Text("D: the file ends before its class at byte 10"));
}

TEST(Machine, ends_a_recursion_without_end) {
    TestMachine test;
    ClassBuilder a("A");
    u16 const own = a.member(Constant::method, "A", "run", "()I");
    a.method(is_static, "run", "()I", code({0xb8, high(own), low(own), 0xac}));
    test.classes.add("A", a);
    test.begin();
    EXPECT_EQ(test.outcome(), "StackOverflowError");
    EXPECT_EQ(test.run->frame, nullptr);
}

TEST(Machine, without_its_class_library_says_what_it_lacks) {
    testing::HostPlatform platform;
    testing::HostClasses none;
    auto const machine = std::make_unique<Machine>(platform, none);
    EXPECT_FALSE(machine->begin(u64{1} << 20));
    EXPECT_EQ(platform.reported, "java: java/lang/NoClassDefFoundError: java/lang/Object");
}

} // namespace
} // namespace flat::java
