// SPDX-License-Identifier: BSD-2-Clause
// Tests of names and descriptors.
#include <java/names.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::java {
namespace {

TEST(Names, of_classes_have_parts) {
    EXPECT_TRUE(is_class_name("java/lang/Object"));
    EXPECT_TRUE(is_class_name("A$B"));
    for (char const* each : {"", "/", "a/", "/a", "a//b", "a.b", "a;", "[I", "a[b"})
        EXPECT_FALSE(is_class_name(each)) << each;
    EXPECT_TRUE(is_class_or_array("[[I"));
    EXPECT_FALSE(is_class_or_array("[Lx"));
}

TEST(Names, of_methods_have_no_angles_but_of_two) {
    for (char const* each : {"run", "<init>", "<clinit>", "a b"})
        EXPECT_TRUE(is_method_name(each)) << each;
    for (char const* each : {"", "<in>", "a/b", "a;", "<init"})
        EXPECT_FALSE(is_method_name(each)) << each;
}

TEST(Names, of_modules_escape_what_is_used_otherwise) {
    EXPECT_TRUE(is_module_name("java.base"));
    EXPECT_TRUE(is_module_name("a\\:b\\\\"));
    for (char const* each : {"", "a:b", "a\\", "a\\b", "a\n"})
        EXPECT_FALSE(is_module_name(each)) << each;
}

TEST(Names, descriptors_of_fields_are_one_type) {
    for (char const* each : {"I", "J", "[[D", "Ljava/lang/String;", "[LA;"})
        EXPECT_TRUE(is_field_descriptor(each)) << each;
    for (char const* each : {"", "V", "II", "[", "L;", "LA", "[V", "LA;B"})
        EXPECT_FALSE(is_field_descriptor(each)) << each;
    std::string const deep(255, '[');
    EXPECT_TRUE(is_field_descriptor((deep + "I").c_str()));
    EXPECT_FALSE(is_field_descriptor((deep + "[I").c_str()));
}

TEST(Names, descriptors_of_methods_count_their_arguments) {
    for (char const* each : {"()V", "(I)I", "(JLA;[D)[LA;"})
        EXPECT_TRUE(is_method_descriptor(each)) << each;
    for (char const* each : {"", "(", "()", "(V)V", "()VV", "I", "(I"})
        EXPECT_FALSE(is_method_descriptor(each)) << each;
    EXPECT_EQ(parameter_slots("()V"), 0u);
    EXPECT_EQ(parameter_slots("(IJLJ;[J[[LD;DZ)V"), 9u);
    EXPECT_TRUE(return_descriptor("(LA;)[I") == Text("[I"));
}

TEST(Names, text_is_modified_utf8) {
    EXPECT_TRUE(is_modified_utf8("more than eight characters"));
    EXPECT_TRUE(is_modified_utf8("a\xc0\x80"));
    EXPECT_TRUE(is_modified_utf8("\xed\xa0\x80\xed\xb0\x80"));
    EXPECT_FALSE(is_modified_utf8(Text("ab\0cdefgh", 9)));
    for (char const* each : {"\xc0", "\x80", "\xf0\x90\x80\x80", "\xe0\x80", "12345678\xc3"})
        EXPECT_FALSE(is_modified_utf8(each)) << each;
}

} // namespace
} // namespace flat::java
