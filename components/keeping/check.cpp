// SPDX-License-Identifier: BSD-2-Clause
// Calls a domain that is ended and made anew meanwhile, and says what came of it.
#include <keeping/check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/said.hpp>

namespace flat::keeping {

namespace {

/// Longer than a message.
u8 const text[3000] = {};

} // namespace

void Check::run() {
    call_nobody();
    demo::Tally& book = borrow();
    end_in_a_call(book);
    call_the_next(book);
    book.release();
    hear_of_an_end();
    have_visits();
}

void Check::call_nobody() {
    say(*log, "before it is made, a call is {}", said(books->add(1)));
    say(*log, "and so is a text: {}", said(books->write(text)));
}

demo::Tally& Check::borrow() {
    if (!keeper->begin().value()) panic("the books cannot be made");
    say(*log, "made: 3 and 4 are {}", books->add(3).value() + books->add(4).value());
    say(*log, "texts of {} bytes", books->write(text).value());
    demo::Tally& book = *books->borrow().value();
    say(*log, "a book of it has {}", book.add(1).value());
    say(*log, "a second one beside it: {}", keeper->begin().value() ? "made" : "not made");
    return book;
}

void Check::end_in_a_call(demo::Tally& book) {
    say(*log, "released in a call, that is {}", said(books->close()));
    say(*log, "then a call is {}, and its book {}", said(books->add(1)), said(book.add(1)));
}

/// It begins anew, and has nothing of what the other one had.
void Check::call_the_next(demo::Tally& book) {
    if (!keeper->begin().value()) panic("the books cannot be made again");
    say(*log, "made anew: 5 is {}", books->add(5).value());
    say(*log, "texts of {} bytes", books->write(text).value());
    say(*log, "the book of the other one is {}", said(book.add(1)));
}

/// Who has called the one before learns of its end, once.
void Check::hear_of_an_end() {
    keeper->end().value();
    if (!keeper->begin().value()) panic("the books cannot be made a third time");
    Text const first = said(books->add(1));
    say(*log, "exchanged between two calls, the first is {}, the second {}", first,
        said(books->add(1)));
}

/// Each takes a book with it when it ends.
void Check::have_visits() {
    u32 visit = 0;
    while (visit < visits && keeper->visit().value() == 0)
        ++visit;
    say(*log, "{} of {} borrowers, who never returned a book, got one", visit, u32(visits));
}

} // namespace flat::keeping
