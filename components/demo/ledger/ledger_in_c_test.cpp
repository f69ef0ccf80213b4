// SPDX-License-Identifier: BSD-2-Clause
// Tests of a server in C, called directly and through another component in C.
#include <demo/ledger/ledger_in_c.hpp>
#include <demo/ledger/relay_in_c.hpp>

#include <log/testing.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::demo::ledger {
namespace {

Span<u8 const> bytes(std::string const& text) {
    return Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size());
}

class DemoLedgerInC : public ::testing::Test {
protected:
    log::testing::FakeLog log;
    LedgerInC server{{.log = log}, {.limit = 1000}};
    RelayInC relay{{.beyond = server}, {}};
    Ledger& ledger = relay;
};

TEST_F(DemoLedgerInC, calls_its_ports_when_it_starts) {
    EXPECT_EQ(log.text, "a ledger in C\n");
}

TEST_F(DemoLedgerInC, returns_values_and_errors_and_knows_its_attributes) {
    EXPECT_EQ(ledger.add(1000).value(), 1000u);
    EXPECT_EQ(ledger.add(1).error(), LedgerError{LedgerError::limit});
    EXPECT_EQ(ledger.break_down().error(), LedgerError{LedgerError::unreachable});
}

TEST_F(DemoLedgerInC, takes_records_as_a_type_of_its_own_and_returns_them) {
    Ledger::Change const deposit = {Ledger::Kind::deposit, true, 7, 100};
    Ledger::Outcome const expected = {deposit, 0, 300, 300};
    EXPECT_EQ(ledger.apply(deposit, 3).value(), expected);
    Ledger::Change const withdrawal = {Ledger::Kind::withdrawal, false, 65535, 250};
    Ledger::Outcome const rest = {withdrawal, 300, 50, -250};
    EXPECT_EQ(ledger.apply(withdrawal, 1).value(), rest);
}

TEST_F(DemoLedgerInC, reads_and_writes_buffers) {
    u8 found[] = {'.', '.', '.', '.'};
    EXPECT_EQ(ledger.note(bytes("abc")).value(), 0u);
    EXPECT_EQ(ledger.note({}).value(), 1u);
    EXPECT_EQ(ledger.read(0, 1, found).value(), 2u);
    EXPECT_EQ(std::string(found, found + 4), "bc..");
    EXPECT_EQ(ledger.read(1, 0, found).value(), 0u);
    EXPECT_EQ(ledger.read(2, 0, found).error(), LedgerError{LedgerError::no_such_note});
    EXPECT_TRUE(ledger.reverse(found).is_ok());
    EXPECT_EQ(std::string(found, found + 4), "..cb");
}

TEST_F(DemoLedgerInC, has_a_state_for_each_instance) {
    LedgerInC other{{.log = log}, {.limit = 5}};
    EXPECT_EQ(server.add(7).value(), 7u);
    EXPECT_EQ(other.add(3).value(), 3u);
    EXPECT_TRUE(other.add(3).is_error());
}

TEST_F(DemoLedgerInC, is_found_by_its_interfaces_as_any_component) {
    EXPECT_EQ(narrow_to<Ledger>(ledger), &ledger);
    EXPECT_EQ(narrow_to<log::Log>(ledger), nullptr);
}

} // namespace
} // namespace flat::demo::ledger
