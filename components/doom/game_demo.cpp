// SPDX-License-Identifier: BSD-2-Clause
// Doom: what is said of a demo, that it may be compared.
#include <doom/game.hpp>

#include <core/say.hpp>

namespace flat::doom {

namespace {

constexpr u32 seconds_between_pictures = 5;

} // namespace

void Game::watch_demo(u64 now_ns) {
    if (gametic % int(tics_a_second) == 0) {
        say(*log, "tic {}: frame {x}", gametic, hash());
        if (pictures && gametic % int(seconds_between_pictures * tics_a_second) == 0) say_picture();
        begin_ns_ += alarms->now_ns() - now_ns; // saying so is no part of the game
    }
    if (gametic >= int(tics)) end_of_demo();
}

/// A pixel of the picture as it was drawn, whatever it was enlarged to.
u32 Game::pixel(u64 x, u64 y) const {
    u64 const across = width / picture_width;
    u64 const down = height / picture_height;
    u64 const scale = across < down ? across : down;
    u64 const left = (width - scale * picture_width) / 2;
    return DG_ScreenBuffer[y * scale * width + left + x * scale];
}

/// Of all these pixels (FNV-1a, 64 bits).
u64 Game::hash() const {
    u64 hash = 0xcbf2'9ce4'8422'2325;
    for (u64 y = 0; y < picture_height; ++y)
        for (u64 x = 0; x < picture_width; ++x) {
            hash ^= pixel(x, y);
            hash *= 0x100'0000'01b3;
        }
    return hash;
}

/// A line for each row, as `flat run` takes them.
void Game::say_picture() {
    constexpr u32 digits = 6;
    constexpr char digit[] = "0123456789abcdef";
    for (u32 y = 0; y < picture_height; ++y) {
        TextBuffer<64 + picture_width * digits> line;
        format(line, "@picture tic-{} {} {} {} ", gametic, picture_width, picture_height, y);
        for (u32 x = 0; x < picture_width; ++x)
            for (u32 shift = 4 * digits; shift > 0; shift -= 4) {
                char const next = digit[pixel(x, y) >> (shift - 4) & 0xf];
                line.put(Text(&next, 1));
            }
        log->write(log::Log::Level::info, line.text().bytes());
    }
    say(*log, "doom: a picture of tic {}", gametic);
}

void Game::end_of_demo() {
    u64 const ns = alarms->now_ns() - begin_ns_;
    say(*log, "{} frames in {} us", frames_, ns / 1000);
    u64 const frames_in_1e9 = frames_ * 1'000'000'000 / ns;
    say(*log, "@record {}\"width\": {}, \"height\": {}, \"frames\": {}, \"rate\": {}, \"us\": {}{}",
        "{", width, height, frames_, frames_in_1e9, ns / 1000, "}");
    exit(0);
}

} // namespace flat::doom
