// SPDX-License-Identifier: BSD-2-Clause
// Tests of questions for addresses, and of answers, right and wrong.
#include <net/dns/answer.hpp>

#include <net/dns/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::dns {
namespace {

using namespace testing;
using Kind = Answer::Kind;

constexpr u16 id = 0x1234;
Bytes const some_address{10, 0, 0, 7};

class NetDnsAnswer : public ::testing::Test {
protected:
    Answer read(Bytes const& message) { return read_answer(span_of(message), name, id); }
    Kind kind_of(Bytes const& message) { return read(message).kind; }
    Kind kind_of_records(std::vector<Bytes> const& records) {
        return kind_of(answer_to(query, records));
    }

    DomainName name = name_of("www.example.org");
    Bytes query = query_for(name, id);
    Bytes good = answer_to(query, {record(question_name, address_type, 60, some_address)});
};

TEST_F(NetDnsAnswer, is_to_a_question_in_the_form_of_the_standard) {
    EXPECT_EQ(query, hex("1234 0100 0001 0000 0000 0000 03777777 076578616d706c65 036f7267 00"
                         "0001 0001"));
}

TEST_F(NetDnsAnswer, has_the_first_address_and_how_long_it_may_be_remembered) {
    Answer const answer = read(answer_to(
        query, {record(bytes_of(name_of("WWW.example.ORG")), address_type, 60, some_address),
                record(question_name, address_type, 30, {10, 0, 0, 8})}));
    EXPECT_EQ(answer.kind, Kind::found);
    EXPECT_EQ(answer.address, 0x0a000007u);
    EXPECT_EQ(answer.lifetime_s, 60u);
}

TEST_F(NetDnsAnswer, follows_aliases_in_any_order) {
    Bytes const other = bytes_of(name_of("host.example.net"));
    Answer const answer = read(answer_to(query, {record(other, address_type, 60, some_address),
                                                 record(question_name, alias_type, 20, other)}));
    EXPECT_EQ(answer.kind, Kind::found);
    EXPECT_EQ(answer.address, 0x0a000007u);
    EXPECT_EQ(answer.lifetime_s, 20u);
}

TEST_F(NetDnsAnswer, does_not_follow_aliases_for_ever) {
    Bytes const other = bytes_of(name_of("host.example.net"));
    EXPECT_EQ(kind_of_records({record(question_name, alias_type, 20, question_name)}),
              Kind::malformed);
    EXPECT_EQ(kind_of_records({record(question_name, alias_type, 20, other),
                               record(other, alias_type, 20, question_name)}),
              Kind::malformed);
}

TEST_F(NetDnsAnswer, is_absent_without_an_address_of_the_name) {
    Bytes const other = bytes_of(name_of("example.org"));
    EXPECT_EQ(kind_of_records({}), Kind::absent);
    EXPECT_EQ(kind_of_records({record(other, address_type, 60, some_address)}), Kind::absent);
    EXPECT_EQ(kind_of_records({record(question_name, alias_type, 60, other)}), Kind::absent);
    EXPECT_EQ(kind_of_records({record(question_name, address_type, 60, some_address, 3)}),
              Kind::absent);
    EXPECT_EQ(kind_of_records({record(question_name, 28, 60, Bytes(16))}), Kind::absent);
    EXPECT_EQ(kind_of(answer_to(query, {}, 0x8183)), Kind::absent);
}

TEST_F(NetDnsAnswer, tells_what_the_server_refuses) {
    for (u16 const code : {1, 2, 4, 5, 15})
        EXPECT_EQ(kind_of(answer_to(query, {}, static_cast<u16>(0x8180 | code))), Kind::refused);
}

TEST_F(NetDnsAnswer, is_not_taken_when_it_is_truncated) {
    EXPECT_EQ(
        kind_of(answer_to(query, {record(question_name, address_type, 60, some_address)}, 0x8380)),
        Kind::truncated);
}

TEST_F(NetDnsAnswer, is_foreign_to_another_question) {
    EXPECT_EQ(read_answer(span_of(good), name, id + 1).kind, Kind::foreign);
    EXPECT_EQ(read_answer(span_of(good), name_of("www.example.com"), id).kind, Kind::foreign);
    EXPECT_EQ(kind_of(query), Kind::foreign);
    EXPECT_EQ(kind_of(answer_to(query, {}, 0x9180)), Kind::foreign);
    for (usize const changed : {5u, 30u, 32u}) { // how many questions, the type, the class
        Bytes message = good;
        message[changed] = 7;
        EXPECT_EQ(kind_of(message), Kind::foreign) << changed;
    }
}

TEST_F(NetDnsAnswer, is_malformed_when_anything_is_missing) {
    EXPECT_EQ(kind_of(good), Kind::found);
    for (usize size = 0; size < good.size(); ++size)
        EXPECT_EQ(kind_of(Bytes(good.data(), good.data() + size)), Kind::malformed) << size;
}

TEST_F(NetDnsAnswer, is_malformed_when_lengths_lie) {
    EXPECT_EQ(kind_of_records({record(question_name, address_type, 60, {1, 2, 3})}),
              Kind::malformed);
    EXPECT_EQ(kind_of_records({record(question_name, address_type, 60, {1, 2, 3, 4, 5})}),
              Kind::malformed);
    EXPECT_EQ(kind_of_records({record(question_name, alias_type, 60, {1, 'a', 0, 0})}),
              Kind::malformed);
    EXPECT_EQ(kind_of_records({record(question_name, alias_type, 60, {1, 'a'})}), Kind::malformed);
    good[7] = 2; // records
    EXPECT_EQ(kind_of(good), Kind::malformed);
    EXPECT_EQ(kind_of(Bytes(513)), Kind::malformed);
}

TEST_F(NetDnsAnswer, may_not_be_remembered_for_a_time_that_cannot_be) {
    Answer const answer =
        read(answer_to(query, {record(question_name, address_type, 0x80000000, some_address)}));
    EXPECT_EQ(answer.kind, Kind::found);
    EXPECT_EQ(answer.lifetime_s, 0u);
}

} // namespace
} // namespace flat::net::dns
