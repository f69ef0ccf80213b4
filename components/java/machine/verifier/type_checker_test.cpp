// SPDX-License-Identifier: BSD-2-Clause
// Tests of verification by type checking: what each kind of instruction demands, and frames.
#include <java/machine/verifier/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::Bytes;
using testing::ClassBuilder;
using testing::high;
using testing::Instructions;
using testing::low;
using testing::verified;
using testing::VerifierTest;

constexpr u16 is_public = flags::is_public;

/// The message for a type on the stack.
std::string bad(char const* place, std::string const& found, u32 index, std::string const& wanted) {
    return "Bad type on operand stack @" + std::string(place) + ": Type " + found +
           " (current frame, stack[" + std::to_string(index) + "]) is not assignable to " + wanted;
}

TEST(TypeChecker, has_arithmetic_take_numbers_of_its_type) {
    EXPECT_EQ(verified("(II)I", {0x1a, 0x1b, 0x60, 0xac}), "right");
    EXPECT_EQ(verified("(IF)I", {0x1a, 0x23, 0x60, 0xac}), bad("2", "float", 1, "integer"));
    EXPECT_EQ(verified("(JJ)J", {0x1e, 0x20, 0x61, 0xad}), "right");
    EXPECT_EQ(verified("(JI)J", {0x1e, 0x1c, 0x79, 0xad}), "right"); // lshl
    EXPECT_EQ(verified("(JJ)J", {0x1e, 0x20, 0x79, 0xad}), bad("2", "long", 2, "integer"));
    EXPECT_EQ(verified("(II)J", {0x1a, 0x1b, 0x09, 0x61, 0xad}), bad("3", "integer", 0, "long"));
    EXPECT_EQ(verified("(D)F", {0x26, 0x90, 0xae}), "right"); // d2f
    EXPECT_EQ(verified("()I", {0x01, 0x74, 0xac}), bad("1", "null", 0, "integer"));
    EXPECT_EQ(verified("()I", {0x60, 0xac}),
              "Operand stack underflow @0: Attempt to pop empty stack.");
}

TEST(TypeChecker, has_a_stack_of_the_stated_size) {
    Instructions bytes(8, 0x03);
    bytes.push_back(0xb1);
    EXPECT_EQ(verified("()V", bytes), "right");
    bytes.insert(bytes.begin(), 0x03);
    EXPECT_EQ(verified("()V", bytes), "Operand stack overflow @8: Exceeded max stack size.");
    Instructions wide(4, 0x09);
    wide.push_back(0xb1);
    EXPECT_EQ(verified("()V", wide), "right");
    wide.insert(wide.begin(), 0x03);
    EXPECT_EQ(verified("()V", wide), "Operand stack overflow @4: Exceeded max stack size.");
}

TEST(TypeChecker, does_not_cut_long_and_double_in_half) {
    constexpr char const* half = "the first half of a value";
    EXPECT_EQ(verified("()V", {0x09, 0x58, 0xb1}), "right");                             // pop2
    EXPECT_EQ(verified("()V", {0x09, 0x57, 0xb1}), bad("1", "long_2nd", 1, half));       // pop
    EXPECT_EQ(verified("()V", {0x09, 0x5c, 0x58, 0x58, 0xb1}), "right");                 // dup2
    EXPECT_EQ(verified("()V", {0x09, 0x59, 0xb1}), bad("1", "long_2nd", 1, half));       // dup
    EXPECT_EQ(verified("()V", {0x09, 0x03, 0x5a, 0xb1}), bad("2", "long_2nd", 1, half)); // dup_x1
    EXPECT_EQ(verified("()V", {0x09, 0x03, 0x5b, 0xb1}), "right");                       // dup_x2
    EXPECT_EQ(verified("()V", {0x03, 0x09, 0x5d, 0xb1}), "right");                       // dup2_x1
    EXPECT_EQ(verified("()V", {0x09, 0x0e, 0x5d, 0xb1}), bad("2", "long_2nd", 1, half));
    EXPECT_EQ(verified("()V", {0x09, 0x0e, 0x5e, 0xb1}), "right");                 // dup2_x2
    EXPECT_EQ(verified("()V", {0x09, 0x5f, 0xb1}), bad("1", "long_2nd", 1, half)); // swap
    // A variable that is half overwritten is none: lstore_0, istore_1, lload_0
    EXPECT_EQ(verified("()V", {0x09, 0x3f, 0x03, 0x3c, 0x1e, 0xb1}),
              "Bad local variable type @4: Type top (current frame, locals[0]) is not assignable "
              "to long");
    EXPECT_EQ(verified("(J)V", {0x1f, 0xb1}),
              "Bad local variable type @0: Type long_2nd (current frame, locals[1]) is not "
              "assignable to long");
}

TEST(TypeChecker, rearranges_what_lies_on_the_stack) {
    // dup_x1 of (float, int) gives (int, float, int)
    EXPECT_EQ(verified("()I", {0x0b, 0x03, 0x5a, 0x57, 0x57, 0xac}), "right");
    EXPECT_EQ(verified("()F", {0x0b, 0x03, 0x5a, 0x57, 0xae}), "right");
    EXPECT_EQ(verified("()F", {0x0b, 0x03, 0x5f, 0x57, 0xae}), // swap
              bad("4", "integer", 0, "float"));
    // dup2_x1 of (float, long) gives (long, float, long)
    EXPECT_EQ(verified("()J", {0x0b, 0x09, 0x5d, 0x58, 0x57, 0xad}), "right");
}

TEST(TypeChecker, loads_and_stores_variables_of_a_type) {
    EXPECT_EQ(verified("(I)V", {0x2a, 0xb1}),
              "Bad local variable type @0: Type integer (current frame, locals[0]) is not "
              "assignable to reference type");
    EXPECT_EQ(verified("()I", {0x1a, 0xac}),
              "Bad local variable type @0: Type top (current frame, locals[0]) is not assignable "
              "to integer");
    EXPECT_EQ(verified("()V", {0x03, 0x4b, 0xb1}), bad("1", "integer", 0, "reference type"));
    EXPECT_EQ(verified("(F)V", {0x84, 0, 1, 0xb1}),
              "Bad local variable type @0: Type float (current frame, locals[0]) is not "
              "assignable to integer");
    EXPECT_EQ(verified("(F)V", {0xc4, 0x84, 0, 0, 0, 1, 0xb1}),
              "Bad local variable type @0: Type float (current frame, locals[0]) is not "
              "assignable to integer");
    EXPECT_EQ(verified("()I", {0x03, 0xc4, 0x36, 0, 3, 0xc4, 0x15, 0, 3, 0xac}), "right");
}

TEST(TypeChecker, has_arrays_of_the_right_elements) {
    EXPECT_EQ(verified("([I)I", {0x2a, 0x03, 0x2e, 0xac}), "right");
    EXPECT_EQ(verified("([F)I", {0x2a, 0x03, 0x2e, 0xac}), bad("2", "'[F'", 0, "'[I'"));
    EXPECT_EQ(verified("([B)I", {0x2a, 0x03, 0x33, 0xac}), "right");
    EXPECT_EQ(verified("([Z)I", {0x2a, 0x03, 0x33, 0xac}), "right");
    EXPECT_EQ(verified("([C)I", {0x2a, 0x03, 0x33, 0xac}), bad("2", "'[C'", 0, "'[B'"));
    EXPECT_EQ(verified("()I", {0x01, 0x03, 0x2e, 0xac}), "right"); // of null
    EXPECT_EQ(verified("([[I)I", {0x2a, 0x03, 0x32, 0x03, 0x2e, 0xac}), "right");
    EXPECT_EQ(verified("([I)Ljava/lang/Object;", {0x2a, 0x03, 0x32, 0xb0}),
              bad("2", "'[I'", 0, "'[Ljava/lang/Object;'"));
    EXPECT_EQ(verified("([LB;)LA;", {0x2a, 0x03, 0x32, 0xb0}), "right");
    EXPECT_EQ(verified("([LB;LA;)V", {0x2a, 0x03, 0x2b, 0x53, 0xb1}), "right"); // as it is stored
    EXPECT_EQ(verified("([LB;)V", {0x2a, 0x03, 0x03, 0x53, 0xb1}),
              bad("3", "integer", 2, "'java/lang/Object'"));
    EXPECT_EQ(verified("([J)V", {0x2a, 0x03, 0x09, 0x50, 0xb1}), "right");
    EXPECT_EQ(verified("(Ljava/lang/Object;)I", {0x2a, 0xbe, 0xac}),
              bad("1", "'java/lang/Object'", 0, "an array"));
    EXPECT_EQ(verified("([LA;)I", {0x2a, 0xbe, 0xac}), "right");
}

TEST(TypeChecker, has_classes_stand_for_those_above_and_for_interfaces) {
    EXPECT_EQ(verified("(LB;)LA;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("(LA;)LB;", {0x2a, 0xb0}), bad("1", "'A'", 0, "'B'"));
    EXPECT_EQ(verified("(LA;)LI;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("([I)LI;", {0x2a, 0xb0}), bad("1", "'[I'", 0, "'I'"));
    EXPECT_EQ(verified("([LB;)LI;", {0x2a, 0xb0}), bad("1", "'[LB;'", 0, "'I'"));
    EXPECT_EQ(verified("([[I)[LI;", {0x2a, 0xb0}), bad("1", "'[[I'", 0, "'[LI;'"));
    EXPECT_EQ(verified("([I)Ljava/lang/Cloneable;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("([[I)[Ljava/io/Serializable;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("([I)LA;", {0x2a, 0xb0}), bad("1", "'[I'", 0, "'A'"));
    EXPECT_EQ(verified("([[LB;)[[LA;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("([[LB;)[Ljava/lang/Object;", {0x2a, 0xb0}), "right");
    EXPECT_EQ(verified("([LB;)[[LA;", {0x2a, 0xb0}), bad("1", "'[LB;'", 0, "'[[LA;'"));
    EXPECT_EQ(verified("([I)[J", {0x2a, 0xb0}), bad("1", "'[I'", 0, "'[J'"));
    EXPECT_EQ(verified("()LA;", {0x01, 0xb0}), "right");
    EXPECT_EQ(verified("(LA;)LNone;", {0x2a, 0xb0}), "java/lang/NoClassDefFoundError: None");
}

TEST(TypeChecker, returns_what_the_descriptor_says) {
    EXPECT_EQ(verified("()V", {0x03, 0xac}), "Method does not expect a return value @1");
    EXPECT_EQ(verified("()I", {0xb1}), "Method expects a return value @0");
    EXPECT_EQ(verified("()J", {0x03, 0xac}), "Wrong return type in function @1");
    EXPECT_EQ(verified("()Z", {0x03, 0xac}), "right");
    EXPECT_EQ(verified("()V", {0x00}), "Control flow falls through code end @0");
    EXPECT_EQ(verified("()V", {0xb1, 0xb1}),
              "Expecting a stack map frame @1: Expected stackmap frame at this location.");
}

TEST(TypeChecker, throws_what_is_thrown_only) {
    EXPECT_EQ(verified("(Ljava/lang/Error;)V", {0x2a, 0xbf}), "right");
    EXPECT_EQ(verified("(LA;)V", {0x2a, 0xbf}), bad("1", "'A'", 0, "'java/lang/Throwable'"));
    VerifierTest test;
    test.method("run", "()V", {0x00, 0xb1, 0x57, 0xb1}, is_public,
                {0, 1, 0xff, 0, 2, 0, 0, 0, 1, 7, 0, 2}, {{0, 1, 2, test.a.class_("A")}});
    EXPECT_EQ(test.outcome(), "Bad catch type @2: Catch type is not a subclass of Throwable in "
                              "exception handler 2");
}

TEST(TypeChecker, compares_frames_where_branches_arrive) {
    // ifeq to 5 with nothing on the stack
    Instructions const bytes = {0x1a, 0x99, 0, 4, 0x00, 0xb1};
    auto const of = [&](Bytes const& frames) {
        VerifierTest test;
        u16 const a = test.a.class_("A");
        EXPECT_LT(a, 256);
        Bytes made = frames;
        for (u8& each : made)
            if (each == 99) each = u8(a);
        test.method("run", "(I)V", bytes, is_public | flags::is_static, made);
        return test.outcome();
    };
    constexpr char const* branch = "Inconsistent stackmap frames at branch target @1: ";
    EXPECT_EQ(of({0, 1, 5}), "right");                        // same
    EXPECT_EQ(of({0, 1, 250, 0, 5}), "right");                // chop 1
    EXPECT_EQ(of({0, 1, 255, 0, 5, 0, 1, 1, 0, 0}), "right"); // full: integer
    EXPECT_EQ(of({0, 1, 255, 0, 5, 0, 1, 0, 0, 0}), "right"); // full: top
    EXPECT_EQ(of({0, 2, 4, 0}), "right");                     // at 4 as well
    EXPECT_EQ(of({0, 1, 255, 0, 5, 0, 1, 2, 0, 0}),
              std::string(branch) + "Type integer (current frame, locals[0]) is not assignable to "
                                    "float (stack map, locals[0])");
    EXPECT_EQ(of({0, 1, 252, 0, 5, 7, 0, 99}),
              std::string(branch) + "Type top (current frame, locals[1]) is not assignable to "
                                    "'A' (stack map, locals[1])");
    EXPECT_EQ(of({0, 1, 64 + 5, 1}),
              std::string(branch) + "Current frame's stack size doesn't match stackmap.");
    EXPECT_EQ(of({0, 1, 4}), "Expecting a stackmap frame at branch target @1: Expected stackmap "
                             "frame at branch target 5.");
    EXPECT_EQ(of({0, 1, 249, 0, 5}), "StackMapTable error: more locals chopped than there are @5");
    EXPECT_EQ(of({0, 1, 3}), "StackMapTable error: bad offset @3");
    EXPECT_EQ(of({0, 1, 252, 0, 5, 8, 0, 1}),
              "StackMapTable error: bad type, not a new instruction @5");
    EXPECT_EQ(of({0, 1, 252, 0, 5, 6}),
              "StackMapTable error: uninitializedThis outside of a constructor @5");
    EXPECT_EQ(of({0, 1, 255, 0, 5, 0, 5, 4, 4, 4, 4, 4, 0, 0}),
              "StackMapTable error: more types than there is room for @5");
}

TEST(TypeChecker, compares_frames_where_the_code_before_arrives) {
    VerifierTest test;
    test.method("run", "()V", {0x03, 0x57, 0xb1}, is_public | flags::is_static, {0, 1, 1});
    EXPECT_EQ(test.outcome(), "Instruction type does not match stack map @1: Current frame's stack "
                              "size doesn't match stackmap.");
}

TEST(TypeChecker, has_handlers_fit_each_instruction_of_their_range) {
    auto const of = [](Instructions const& bytes, Bytes const& frames, u16 end) {
        VerifierTest test;
        u16 const error = test.a.class_("java/lang/Throwable");
        Bytes made = frames;
        for (u8& each : made)
            if (each == 99) each = u8(error);
        test.method("run", "(I)V", bytes, is_public | flags::is_static, made,
                    {{0, end, u16(bytes.size() - 2), 0}});
        return test.outcome();
    };
    // fconst_0, fstore_0, nop, return; handler: pop, return
    Instructions const bytes = {0x0b, 0x43, 0x00, 0xb1, 0x57, 0xb1};
    EXPECT_EQ(of(bytes, {0, 1, 64 + 4, 7, 0, 99}, 2), "right"); // the store does not throw
    EXPECT_EQ(of(bytes, {0, 1, 64 + 4, 7, 0, 99}, 3),
              "Inconsistent stackmap frames at exception handler @2: Type float (current frame, "
              "locals[0]) is not assignable to integer (stack map, locals[0])");
    EXPECT_EQ(of(bytes, {0, 1, 255, 0, 4, 0, 0, 0, 1, 7, 0, 99}, 3), "right");
    EXPECT_EQ(of(bytes, {0, 1, 4}, 3), "Inconsistent stackmap frames at exception handler @0: "
                                       "Stack map of handler 4 does not have one value.");
    EXPECT_EQ(of(bytes, {0, 1, 64 + 4, 1}, 3),
              "Inconsistent stackmap frames at exception handler @0: Type 'java/lang/Throwable' "
              "(current frame, stack[0]) is not assignable to integer");
    EXPECT_EQ(of(bytes, {}, 3), "Expecting a stackmap frame at exception handler @0: Expected "
                                "stackmap frame at handler 4.");
}

TEST(TypeChecker, refuses_subroutines) {
    EXPECT_EQ(verified("()V", {0xa8, 0, 3, 0xb1}), "Bad instruction @0");
    EXPECT_EQ(verified("(I)V", {0xa9, 0}), "Bad instruction @0");
}

/// Methods whose code may name these constants.
struct Constants {
    VerifierTest test;
    u16 a = test.a.class_("A");
    u16 b = test.a.class_("B");
    u16 init = test.a.member(Constant::method, "A", "<init>", "()V");
    u16 init_b = test.a.member(Constant::method, "B", "<init>", "()V");
    u16 init_object = test.a.member(Constant::method, "java/lang/Object", "<init>", "()V");
    u16 number = test.a.member(Constant::field, "A", "number", "I");
    u16 of_b = test.a.member(Constant::field, "A", "of_b", "LB;");
    u16 call = test.a.member(Constant::method, "A", "call", "(ILA;)J");
    u16 special = test.a.member(Constant::method, "B", "f", "()V");
    u16 same = test.a.member(Constant::method, "java/lang/Object", "same", "()I");

    Constants() {
        test.a.field(0, "number", "I");
        test.a.field(0, "of_b", "LB;");
    }
};

std::string of_code(std::string const& descriptor, auto write, std::string const& name = "run",
                    u16 flags = is_public | flags::is_static) {
    Constants constants;
    constants.test.method(name, descriptor, write(constants), flags);
    return constants.test.outcome();
}

TEST(TypeChecker, has_objects_initialised_before_they_are_used) {
    EXPECT_EQ(of_code("()LA;",
                      [](Constants& c) -> Instructions {
                          return {0xbb, high(c.a),    low(c.a),    0x59,
                                  0xb7, high(c.init), low(c.init), 0xb0};
                      }),
              "right");
    EXPECT_EQ(
        of_code("()LA;",
                [](Constants& c) -> Instructions { return {0xbb, high(c.a), low(c.a), 0xb0}; }),
        bad("3", "uninitialized 0", 0, "'A'"));
    EXPECT_EQ(of_code("()LA;",
                      [](Constants& c) -> Instructions { // of another class
                          return {0xbb, high(c.a),      low(c.a),      0x59,
                                  0xb7, high(c.init_b), low(c.init_b), 0xb0};
                      }),
              "Bad <init> method call @4");
    EXPECT_EQ(of_code("(LA;)V",
                      [](Constants& c) -> Instructions { // twice
                          return {0x2a, 0xb7, high(c.init), low(c.init), 0xb1};
                      }),
              bad("1", "'A'", 0, "an uninitialized object"));
    EXPECT_EQ(of_code("()V",
                      [](Constants& c) -> Instructions { // compared, but not called
                          return {0xbb,         high(c.a),   low(c.a), 0xb6,
                                  high(c.same), low(c.same), 0x57,     0xb1};
                      }),
              bad("3", "uninitialized 0", 0, "'java/lang/Object'"));
}

TEST(TypeChecker, has_constructors_call_another_one) {
    EXPECT_EQ(of_code(
                  "()V",
                  [](Constants& c) -> Instructions {
                      return {0x2a, 0xb7, high(c.init_object), low(c.init_object), 0xb1};
                  },
                  "<init>", is_public),
              "right");
    EXPECT_EQ(of_code(
                  "()V",
                  [](Constants& c) -> Instructions {
                      return {0x2a, 0xb7, high(c.init), low(c.init), 0xb1};
                  },
                  "<init>", is_public),
              "right");
    EXPECT_EQ(of_code(
                  "()V",
                  [](Constants& c) -> Instructions {
                      return {0x2a, 0xb7, high(c.init_b), low(c.init_b), 0xb1};
                  },
                  "<init>", is_public),
              "Bad <init> method call @1");
    EXPECT_EQ(of_code(
                  "()V", [](Constants&) -> Instructions { return {0xb1}; }, "<init>", is_public),
              "Constructor must call super() or this() before return @0");
    EXPECT_EQ(of_code(
                  "()V",
                  [](Constants& c) -> Instructions { // its own field before
                      return {0x2a, 0x03, 0xb5,         high(c.number), low(c.number),
                              0x2a, 0xb7, high(c.init), low(c.init),    0xb1};
                  },
                  "<init>", is_public),
              "right");
    EXPECT_EQ(of_code(
                  "()V",
                  [](Constants& c) -> Instructions {
                      return {0x2a, 0xb4, high(c.number), low(c.number), 0x57, 0xb1};
                  },
                  "<init>", is_public),
              bad("1", "uninitializedThis", 0, "'A'"));
}

TEST(TypeChecker, reads_and_writes_fields_of_their_type) {
    EXPECT_EQ(of_code("(LB;)I",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0xb4, high(c.number), low(c.number), 0xac};
                      }),
              "right");
    EXPECT_EQ(of_code("(LI;)I",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0xb4, high(c.number), low(c.number), 0xac};
                      }),
              bad("1", "'I'", 0, "'A'"));
    EXPECT_EQ(of_code("(LA;)V",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0x0b, 0xb5, high(c.number), low(c.number), 0xb1};
                      }),
              bad("2", "float", 1, "integer"));
    EXPECT_EQ(of_code("(LA;)V",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0x2a, 0xb5, high(c.of_b), low(c.of_b), 0xb1};
                      }),
              bad("2", "'A'", 1, "'B'"));
    EXPECT_EQ(of_code("()LB;",
                      [](Constants& c) -> Instructions {
                          return {0xb2, high(c.of_b), low(c.of_b), 0xb0};
                      }),
              "right");
}

TEST(TypeChecker, calls_with_arguments_of_their_types) {
    EXPECT_EQ(of_code("(LB;)J",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0x03, 0x2a, 0xb6, high(c.call), low(c.call), 0xad};
                      }),
              "right");
    EXPECT_EQ(of_code("(LB;)J",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0x0b, 0x2a, 0xb6, high(c.call), low(c.call), 0xad};
                      }),
              bad("3", "float", 1, "integer"));
    EXPECT_EQ(of_code("(LI;)J",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0x03, 0x01, 0xb6, high(c.call), low(c.call), 0xad};
                      }),
              bad("3", "'I'", 0, "'A'"));
    EXPECT_EQ(of_code("(LI;)J",
                      [](Constants& c) -> Instructions {
                          return {0x03, 0x01, 0xb8, high(c.call), low(c.call), 0xad};
                      }),
              "right");
    EXPECT_EQ(of_code("()J",
                      [](Constants& c) -> Instructions {
                          return {0x03, 0xb8, high(c.call), low(c.call), 0xad};
                      }),
              "Operand stack underflow @1: Attempt to pop empty stack.");
}

TEST(TypeChecker, calls_specially_what_is_above_only) {
    EXPECT_EQ(of_code(
                  "()I",
                  [](Constants& c) -> Instructions {
                      return {0x2a, 0xb7, high(c.same), low(c.same), 0xac};
                  },
                  "run", is_public),
              "right");
    EXPECT_EQ(of_code(
                  "(Ljava/lang/Object;)I",
                  [](Constants& c) -> Instructions {
                      return {0x2b, 0xb7, high(c.same), low(c.same), 0xac};
                  },
                  "run", is_public),
              bad("1", "'java/lang/Object'", 0, "'A'"));
    EXPECT_EQ(of_code(
                  "(LB;)V",
                  [](Constants& c) -> Instructions {
                      return {0x2b, 0xb7, high(c.special), low(c.special), 0xb1};
                  },
                  "run", is_public),
              "Bad invokespecial instruction: current class isn't assignable to "
              "reference class. @1");
}

/// A protected member of a class in another package: of own objects, and of those below.
TEST(TypeChecker, keeps_protected_members_to_those_below) {
    auto const of = [](std::string const& descriptor, u16 flags) {
        VerifierTest test;
        ClassBuilder far("p/Far");
        far.field(flags, "number", "I");
        test.classes().add("p/Far", far);
        test.a = ClassBuilder("A", flags::is_public | flags::is_super, "p/Far");
        u16 const number = test.a.member(Constant::field, "p/Far", "number", "I");
        test.method("run", descriptor, {0x2a, 0xb4, high(number), low(number), 0xac});
        return test.outcome();
    };
    EXPECT_EQ(of("(LA;)I", flags::is_protected), "right");
    EXPECT_EQ(of("(LB;)I", flags::is_protected), "right");
    EXPECT_EQ(of("(Lp/Far;)I", flags::is_public), "right");
    EXPECT_EQ(of("(Lp/Far;)I", flags::is_protected),
              "Bad access to protected data @1: Type 'p/Far' (current frame, stack[0]) is not "
              "assignable to 'A'");
}

TEST(TypeChecker, casts_objects_only) {
    EXPECT_EQ(of_code("(Ljava/lang/Object;)LA;",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0xc0, high(c.a), low(c.a), 0xb0};
                      }),
              "right");
    EXPECT_EQ(of_code("()LA;",
                      [](Constants& c) -> Instructions {
                          return {0x03, 0xc0, high(c.a), low(c.a), 0xb0};
                      }),
              bad("1", "integer", 0, "'java/lang/Object'"));
    EXPECT_EQ(of_code("(LA;)I",
                      [](Constants& c) -> Instructions {
                          return {0x2a, 0xc1, high(c.b), low(c.b), 0xac};
                      }),
              "right");
    EXPECT_EQ(of_code("(I)[LA;",
                      [](Constants& c) -> Instructions {
                          return {0x1a, 0xbd, high(c.a), low(c.a), 0xb0};
                      }),
              "right");
}

} // namespace
} // namespace flat::java
