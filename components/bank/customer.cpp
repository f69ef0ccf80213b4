// SPDX-License-Identifier: BSD-2-Clause
// Holds accounts of a bank and says what came of it: the same wherever the bank is.
#include <bank/customer.hpp>

#include <core/panic.hpp>
#include <flat/bank/account.hpp>

namespace flat::bank {

namespace {

constexpr u32 often = 1000;

} // namespace

template<class... Arguments>
void Customer::say(CheckedFormat<TypeIdentity<Arguments>...> text, Arguments const&... arguments) {
    TextBuffer<120> line;
    format(line, text, arguments...);
    log->write(log::Log::Level::info, line.text().bytes());
}

void Customer::run() {
    use_one();
    hold_one_twice();
    walk();
    open_and_close();
    keep();
}

void Customer::use_one() {
    Account& account = *bank->open().value();
    account.pay(100);
    say("a balance of {}", account.withdraw(30).value());
    say("too much is error {}", static_cast<u32>(account.withdraw(71).error().code));
    Account::Statement const all = account.statement();
    say("{} paid, {} withdrawn by {} changes: {}", all.paid, all.withdrawn, all.changes,
        all.balance);
    account.label(Text("holiday").bytes());
    u8 text[20];
    u32 const bytes = account.read_label(text);
    say("it is for a {}", Text::from_bytes(Span<u8 const>(text, bytes)));
    say("its bank has {} accounts", account.bank().open_accounts());
    account.release();
}

void Customer::hold_one_twice() {
    Account& account = *bank->open().value();
    account.pay(7);
    Account* const again = bank->find(account.number());
    if (!again) panic("an open account is not found");
    account.release();
    say("its other holder has {}", again->statement().balance);
    again->release();
    say("then {} are open, and there is none: {}", bank->open_accounts(),
        bank->find(0) ? "no" : "yes");
}

void Customer::walk() {
    for (u64 i = 1; i <= 5; ++i)
        bank->open().value()->pay(i);
    u64 sum = 0;
    for (Account* each = bank->find(0); each;) {
        Account* const next = each->next();
        sum += each->statement().balance;
        each->release(); // the hold that finding it gave
        each->release(); // that of opening it
        each = next;
    }
    say("five accounts had {}, and {} are open", sum, bank->open_accounts());
}

void Customer::open_and_close() {
    u64 sum = 0;
    for (u32 i = 0; i < often; ++i) {
        Account& account = *bank->open().value();
        sum += account.pay(i);
        account.release();
    }
    say("{} accounts, one after the other, had {}", often, sum);
}

void Customer::keep() {
    for (u32 i = 0; i < keeps; ++i)
        if (bank->open().is_error()) return say("the bank is full");
    say("{} are open", bank->open_accounts());
}

} // namespace flat::bank
