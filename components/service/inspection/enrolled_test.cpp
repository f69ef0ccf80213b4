// SPDX-License-Identifier: BSD-2-Clause
// Tests of which domains an inspector asks.
#include <service/inspection/enrolled.hpp>

#include <service/inspection/testing.hpp>

#include <gtest/gtest.h>

namespace flat::service {
namespace {

using testing::FakeDomain;

class ServiceEnrolled : public ::testing::Test, protected Enrolled::Writer {
protected:
    void write(Text line) override { written.emplace_back(line.data(), line.size()); }

    std::vector<std::string> ask() {
        written.clear();
        enrolled.ask(Inspected::Question::counts, *this);
        return written;
    }

    /// Leaves no place free.
    void fill() {
        for (FakeDomain& each : many)
            EXPECT_TRUE(enrolled.add(each).is_ok());
    }

    bool refuses(FakeDomain& domain) {
        auto const outcome = enrolled.add(domain);
        return outcome.is_error() && outcome.error().code == InspectError::Code::exhausted &&
               domain.releases == 1;
    }

    FakeDomain books, shelves, late;
    FakeDomain many[Enrolled::domains_max];
    Enrolled enrolled;
    std::vector<std::string> written;
};

TEST_F(ServiceEnrolled, asks_each_for_all_of_its_lines) {
    books.lines = {"of books", "more of books"};
    shelves.lines = {"of shelves"};
    EXPECT_TRUE(enrolled.add(books).is_ok());
    EXPECT_TRUE(enrolled.add(shelves).is_ok());
    EXPECT_EQ(ask(), (std::vector<std::string>{"of books", "more of books", "of shelves"}));
    EXPECT_EQ(books.asked, Inspected::Question::counts);
}

TEST_F(ServiceEnrolled, goes_on_when_one_is_gone_or_states_a_size_that_cannot_be) {
    books.lines = {"of books"};
    books.is_gone = true;
    late.lines = {"of late"};
    shelves.size_after = ~u32{0};
    for (FakeDomain* const each : {&books, &shelves, &late})
        EXPECT_TRUE(enrolled.add(*each).is_ok());
    EXPECT_EQ(ask(), (std::vector<std::string>{"of books", "of late"}));
}

TEST_F(ServiceEnrolled, leaves_one_that_never_comes_to_an_end) {
    books.size_after = 1;
    shelves.lines = {"of shelves"};
    EXPECT_TRUE(enrolled.add(books).is_ok());
    EXPECT_TRUE(enrolled.add(shelves).is_ok());
    EXPECT_EQ(ask().back(), "of shelves");
}

TEST_F(ServiceEnrolled, refuses_and_releases_one_more_than_it_can_ask) {
    fill();
    EXPECT_TRUE(refuses(late));
    EXPECT_EQ(ask(), std::vector<std::string>{});
    EXPECT_EQ(many[0].releases, 0);
}

TEST_F(ServiceEnrolled, gives_the_place_of_one_that_does_not_answer_to_another) {
    fill();
    many[3].is_gone = true;
    (void)ask();
    EXPECT_EQ(enrolled.add(late).value(), Enrolled::domains_max);
    EXPECT_EQ(many[3].releases, 1);
    late.lines = {"of late"};
    EXPECT_EQ(ask(), std::vector<std::string>{"of late"});
    EXPECT_TRUE(refuses(shelves));
}

TEST_F(ServiceEnrolled, keeps_one_that_answers_again_or_for_which_there_is_no_need_of_its_place) {
    EXPECT_TRUE(enrolled.add(books).is_ok());
    books.is_gone = true;
    (void)ask();
    EXPECT_TRUE(enrolled.add(shelves).is_ok());
    EXPECT_EQ(books.releases, 0);
    books = FakeDomain();
    (void)ask();
    for (u32 i = 2; i < Enrolled::domains_max; ++i)
        EXPECT_TRUE(enrolled.add(many[i]).is_ok());
    EXPECT_TRUE(refuses(late));
}

TEST_F(ServiceEnrolled, asks_one_that_enrolls_again_once) {
    books.lines = {"of books"};
    EXPECT_EQ(enrolled.add(books).value(), 1u);
    EXPECT_EQ(enrolled.add(shelves).value(), 2u);
    EXPECT_EQ(enrolled.add(books).value(), 2u);
    EXPECT_EQ(books.releases, 1);
    EXPECT_EQ(ask(), std::vector<std::string>{"of books"});
}

TEST_F(ServiceEnrolled, keeps_one_that_was_silent_and_enrolls_again_where_all_places_are_taken) {
    fill();
    many[3].is_gone = true;
    (void)ask();
    EXPECT_EQ(enrolled.add(many[3]).value(), Enrolled::domains_max);
    EXPECT_EQ(many[3].releases, 1); // what was held again
    many[3].is_gone = false;
    many[3].lines = {"of the silent one"};
    EXPECT_EQ(ask(), std::vector<std::string>{"of the silent one"});
}

TEST_F(ServiceEnrolled, takes_no_place_from_one_that_is_being_asked) {
    fill();
    many[3].is_gone = true;
    (void)ask();
    many[3].meanwhile = [this] { EXPECT_TRUE(refuses(late)); };
    (void)ask();
    EXPECT_EQ(late.releases, 1);
    EXPECT_EQ(many[3].releases, 0);
}

} // namespace
} // namespace flat::service
