// SPDX-License-Identifier: BSD-2-Clause
// Tests of the local naming context and its binding factory.
#include <naming/local.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::naming {
namespace {

using core::BindingError;
using core::NamingError;

class Target : public Top {};

/// The host's allocator; names are there to stay, so tests free what is left.
class FakeObjects : public memory::Objects {
public:
    ~FakeObjects() {
        for (vaddr const each : taken_)
            ::free(pointer_to<void>(each));
    }
    Result<vaddr, memory::MemoryError> allocate(usize bytes) override {
        if (taken_.size() == left)
            return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        taken_.push_back(address_of(aligned_alloc(64, (bytes + 63) / 64 * 64)));
        return taken_.back();
    }
    void free(vaddr, usize) override {}

    usize left = 1000;

private:
    std::vector<vaddr> taken_;
};

class NamingLocal : public ::testing::Test {
protected:
    core::Name& exported(Top& target, Text hint = {}) {
        return *names.export_(target, hint.bytes()).value();
    }

    static std::string text_of(core::Name& name) {
        std::string text(name.to_byte({}), ' ');
        EXPECT_EQ(name.to_byte(Span<u8>(reinterpret_cast<u8*>(text.data()), text.size())),
                  text.size());
        return text;
    }

    FakeObjects objects;
    Local names{{.objects = objects}, {.names_max = 3}};
    Target one, two;
};

TEST_F(NamingLocal, binding_to_a_name_yields_the_interface_that_was_exported) {
    core::Name& first = exported(one, "first");
    core::Name& second = exported(two, "second");
    EXPECT_EQ(names.bind(first, {}).value(), &one);
    EXPECT_EQ(names.bind(second, {}).value(), &two);
    EXPECT_EQ(&first.naming_context(), &names.names());
}

TEST_F(NamingLocal, a_serialized_name_leads_back_to_the_name) {
    core::Name& name = exported(one, "console");
    EXPECT_EQ(text_of(name), "console");
    EXPECT_EQ(names.byte_to_name(Text("console").bytes()).value(), &name);
}

TEST_F(NamingLocal, as_much_is_serialized_as_fits_and_the_whole_length_told) {
    core::Name& name = exported(one, "console");
    u8 four[] = {0, 0, 0, 0, 0xff};
    EXPECT_EQ(name.to_byte(Span<u8>(four).first(4)), 7u);
    EXPECT_EQ(Text::from_bytes(Span<u8 const>(four, 4)), "cons");
    EXPECT_EQ(four[4], 0xff);
}

TEST_F(NamingLocal, a_name_is_made_up_when_none_is_asked_for_and_never_the_same_twice) {
    core::Name& first = exported(one);
    core::Name& second = exported(one);
    EXPECT_EQ(text_of(first), "#0");
    EXPECT_EQ(text_of(second), "#1");
    EXPECT_EQ(names.bind(second, {}).value(), &one);
}

TEST_F(NamingLocal, texts_that_are_too_long_or_look_made_up_are_invalid) {
    std::string const long_text(LocalName::text_max + 1, 'x');
    for (Text const text : {Text(long_text.c_str()), Text("#1")})
        EXPECT_EQ(names.export_(two, text.bytes()).error().code, NamingError::Code::invalid);
}

TEST_F(NamingLocal, a_text_names_one_interface) {
    exported(one, "first");
    EXPECT_EQ(names.export_(two, Text("first").bytes()).error().code, NamingError::Code::taken);
}

TEST_F(NamingLocal, a_name_that_is_released_stays) {
    core::Name& name = exported(one, "first");
    name.release();
    EXPECT_EQ(names.bind(name, {}).value(), &one);
}

TEST_F(NamingLocal, the_longest_text_is_a_name) {
    std::string const text(LocalName::text_max, 'x');
    EXPECT_EQ(text_of(exported(one, text.c_str())), text);
}

TEST_F(NamingLocal, unknown_and_malformed_forms_have_no_name) {
    std::string const long_text(1000, 'x');
    EXPECT_EQ(names.byte_to_name(Text("first").bytes()).error().code, NamingError::Code::unknown);
    EXPECT_EQ(names.byte_to_name({}).error().code, NamingError::Code::invalid);
    EXPECT_EQ(names.byte_to_name(Text(long_text.c_str()).bytes()).error().code,
              NamingError::Code::invalid);
}

TEST_F(NamingLocal, names_of_other_contexts_cannot_be_bound_nor_any_with_a_hint) {
    Local other({.objects = objects}, {});
    core::Name& foreign = *other.export_(one, {}).value();
    EXPECT_EQ(names.bind(foreign, {}).error().code, BindingError::Code::unbindable);
    EXPECT_EQ(names.bind(exported(one), Text("fast").bytes()).error().code,
              BindingError::Code::invalid);
}

TEST_F(NamingLocal, the_context_is_full_at_its_limit_or_when_memory_is_used_up) {
    objects.left = 2;
    exported(one);
    exported(one);
    EXPECT_EQ(names.export_(one, {}).error().code, NamingError::Code::full);
    objects.left = 1000;
    exported(one);
    EXPECT_EQ(names.export_(one, {}).error().code, NamingError::Code::full);
}

TEST_F(NamingLocal, names_and_contexts_can_be_narrowed_to_what_they_are_and_to_nothing_else) {
    Top& name = exported(one);
    EXPECT_NE(narrow_to<core::Name>(name), nullptr);
    EXPECT_EQ(narrow_to<core::NamingContext>(name), nullptr);
    Top& context = names.names();
    EXPECT_EQ(narrow_to<core::NamingContext>(context), &names.names());
    EXPECT_EQ(narrow_to<core::BindingFactory>(context), &names.binding());
    EXPECT_EQ(narrow_to<core::Name>(context), nullptr);
}

} // namespace
} // namespace flat::naming
