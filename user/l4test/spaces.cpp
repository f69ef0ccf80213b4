// SPDX-License-Identifier: BSD-2-Clause
// SpaceControl with good and bad arguments.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::Error;
using l4::Fpage;
using l4::space_control;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr Word kernel_address = 0xffff'8000'0000'0000;

void test_areas(Suite& suite, ThreadId space) {
    auto const good = l4::SpaceLayout::with_utcbs_at(helper_utcbs);
    auto const refuses = [&](Fpage kip_area, Fpage utcb_area, Error error, char const* sentence) {
        suite.check_refused(space_control(space, kip_area, utcb_area), error, sentence);
    };
    refuses(Fpage::nil(), good.utcb_area, Error::kip_area, "the interface page needs an area");
    refuses(Fpage::around(helper_utcbs, 11), good.utcb_area, Error::kip_area,
            "half a page is no area for the interface page");
    refuses(Fpage::around(kernel_address, 12), good.utcb_area, Error::kip_area,
            "the interface page cannot lie in the kernel's addresses");
    refuses(good.kip_area, Fpage::nil(), Error::utcb_area, "UTCBs need an area");
    refuses(good.kip_area, Fpage::around(helper_utcbs, 10), Error::utcb_area,
            "a kibibyte is no area for UTCBs");
    refuses(good.kip_area, Fpage::around(kernel_address, 12), Error::utcb_area,
            "UTCBs cannot lie in the kernel's addresses");
    refuses(good.kip_area, Fpage::complete(), Error::utcb_area,
            "UTCBs cannot have the whole address space");
    refuses(good.kip_area, Fpage::around(good.kip_area.address(), 12), Error::utcb_area,
            "UTCBs cannot lie over the interface page");
    suite.check(space_control(space, good.kip_area, good.utcb_area).is_ok(),
                "after all these, good areas are taken");
}

/// Tries, without privilege, to move its own areas.
void move_areas() {
    auto const layout = l4::SpaceLayout::with_utcbs_at(0x4000'0000);
    auto const moved = space_control(l4::my_id(), layout.kip_area, layout.utcb_area);
    tell_root(moved.is_error() ? static_cast<Word>(moved.error()) : 0);
    rest();
}

} // namespace

void test_spaces(Suite& suite) {
    auto const me = l4::my_id();
    auto const layout = l4::SpaceLayout::with_utcbs_at(helper_utcbs);
    suite.check_refused(space_control(fresh_name(), layout.kip_area, layout.utcb_area),
                        Error::invalid_space, "areas need an address space");
    suite.check_refused(space_control(ThreadId::any(), layout.kip_area, layout.utcb_area),
                        Error::invalid_space, "any thread names no address space");

    auto const fresh = fresh_name();
    bool const is_made =
        l4::thread_control(fresh, fresh, me, ThreadId::nil(), l4::same_utcb).is_ok();
    suite.check(is_made, "an address space comes with its first thread");
    test_areas(suite, fresh);
    suite.check(l4::delete_thread(fresh).is_ok(), "an address space goes with its last thread");

    Helper const helper(move_areas, Home::own_space);
    suite.check(word_from(helper) == static_cast<Word>(Error::no_privilege),
                "a task that is not privileged places no areas");
}

} // namespace l4test
