// SPDX-License-Identifier: BSD-2-Clause
// The root task's side of the game: makes the players, is their pager, judges their series.
#include "referee.hpp"

#include "players.hpp"

#include <l4/image.hpp>
#include <l4/print.hpp>
#include <l4/thread.hpp>

namespace pingpong {

using l4::Fpage;
using l4::MapItem;
using l4::PageFault;
using l4::print;
using l4::Result;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr unsigned page_size_log2 = 12;

/// Where the players' address spaces have their UTCBs.
constexpr Word utcbs_address = 0x8000'0000;

/// A series is played so often at most; an interrupt spoils one now and then.
constexpr unsigned attempts_max = 8;

/// The last message size, after which the game is over.
constexpr unsigned words_max = 63;

constexpr Word stack_size = 8192;
alignas(16) char ping_stack[stack_size];
alignas(16) char pong_stack[stack_size];

struct Players {
    ThreadId ping;
    ThreadId pong;
};

/// Names that no earlier game has used.
Players name_players(Arrangement arrangement) {
    Word const number = l4::my_id().number();
    Word const version = 2 + static_cast<Word>(arrangement);
    return {ThreadId::global(number + 1, version), ThreadId::global(number + 2, version)};
}

Result<void, l4::Error> create(Players players, Arrangement arrangement) {
    auto const layout = l4::SpaceLayout::with_utcbs_at(utcbs_address);
    TRY(l4::create_space(players.ping, layout));
    if (arrangement != Arrangement::one_space) return l4::create_space(players.pong, layout);
    return l4::create_thread(players.pong, players.ping, layout.utcb_location(1));
}

Result<void, l4::IpcError> start(Players players, Arrangement arrangement) {
    bool const have_sse = arrangement == Arrangement::two_spaces_with_sse;
    TRY(l4::start_thread(players.pong, have_sse ? pong_with_sse : pong, pong_stack + stack_size));
    return l4::start_thread(players.ping, have_sse ? ping_with_sse : ping, ping_stack + stack_size);
}

Result<void, l4::Error> remove(Players players) {
    TRY(l4::delete_thread(players.ping));
    return l4::delete_thread(players.pong);
}

/// One game as the referee sees it.
class Game {
public:
    Game(Arrangement arrangement) : arrangement_(arrangement) {}

    /// Serves the players until the last series is over. Says no when one failed.
    bool serve();

private:
    enum class Verdict { next, again, over, failed };

    /// Answers a page fault with the page, which both share with the root task.
    bool map_page(Word address);

    Verdict judge(unsigned words, bool are_intact);
    void print_record(unsigned words, RoundTrip const& trip, flat::u64 one_way) const;

    Arrangement arrangement_;
    unsigned attempts_ = 0;
};

bool Game::serve() {
    auto received = l4::wait();
    while (received.is_ok()) {
        auto const [from, tag] = received.value();
        if (PageFault::is(tag)) {
            if (!map_page(l4::message_word(0))) return false;
        } else {
            auto const verdict = judge(l4::message_word(0), l4::message_word(1) != 0);
            if (verdict == Verdict::over || verdict == Verdict::failed)
                return verdict == Verdict::over;
            l4::write_message(0, verdict == Verdict::again);
        }
        received = l4::reply_and_wait(from);
    }
    print("pingpong: a player did not wait for the answer\n");
    return false;
}

bool Game::map_page(Word address) {
    if (!l4::image_contains(address)) {
        print("pingpong: a player touched {x}\n", address);
        return false;
    }
    auto const page = Fpage::around(address, page_size_log2, l4::Rights::all);
    l4::write_mapping(MapItem(page, page.address()));
    return true;
}

Game::Verdict Game::judge(unsigned words, bool are_intact) {
    if (!are_intact) {
        print("pingpong: {} words did not arrive as they were sent\n", words);
        return Verdict::failed;
    }
    flat::Span<flat::ProbeRecord const> const marks(board.marks);
    if (are_measured(marks)) {
        auto const trip = evaluate(marks);
        auto const one_way = trip ? kernel_lines_one_way(board.halves, *trip) : flat::nothing;
        if (!one_way && ++attempts_ < attempts_max) return Verdict::again;
        if (!one_way) {
            print("pingpong: no two series with {} words were alike\n", words);
            return Verdict::failed;
        }
        print_record(words, *trip, *one_way);
    }
    attempts_ = 0;
    return words == words_max ? Verdict::over : Verdict::next;
}

void Game::print_record(unsigned words, RoundTrip const& trip, flat::u64 one_way) const {
    static constexpr char const* spaces[] = {"one", "two", "two, SSE"};
    print("@record {}\"space\":\"{}\",\"words\":{},\"kernel_instructions\":{},"
          "\"user_instructions\":{},\"kernel_accesses\":{},\"kernel_lines\":{},"
          "\"kernel_lines_one_way\":{},\"control_writes\":{}{}\n",
          "{", spaces[static_cast<int>(arrangement_)], words, trip.kernel_instructions,
          trip.user_instructions, trip.kernel_accesses, trip.kernel_lines, one_way,
          trip.control_writes, "}");
}

} // namespace

bool referee(Arrangement arrangement) {
    auto const players = name_players(arrangement);
    board.referee = l4::my_id();
    board.pong = players.pong;
    if (auto const created = create(players, arrangement); created.is_error()) {
        print("pingpong: no players: error {}\n", created.error());
        return false;
    }
    if (start(players, arrangement).is_error() || !Game(arrangement).serve()) return false;
    return remove(players).is_ok();
}

} // namespace pingpong
