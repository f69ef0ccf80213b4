// SPDX-License-Identifier: BSD-2-Clause
// Tests of the game over an engine that does what a test wants. The game's end is a process' end.
#include <doom/game.hpp>

#include <log/testing.hpp>
#include <mapping/flat.hpp>
#include <mapping/physical.hpp>
#include <memory/testing.hpp>
#include <net/testing.hpp>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

/// What the engine was told, and what it does.
struct Engine {
    std::vector<std::string> words;
    std::vector<DoomEvent> events;
    std::function<void()> tick;
};
Engine engine;

} // namespace

extern "C" {

flat::u32* DG_ScreenBuffer = nullptr;
int gametic = 0;

int flat_doom_open(char const* path, int, ...);
flat::i64 flat_doom_write(int file, void const* buffer, flat::usize bytes);
void* flat_doom_sbrk(flat::i64 bytes);

void doomgeneric_Create(int count, char** words) {
    engine.words.assign(words, words + count);
    DG_Init();
}

void doomgeneric_Tick() {
    engine.tick();
}

void D_PostEvent(DoomEvent* event) {
    engine.events.push_back(*event);
}

} // extern "C"

namespace flat::doom {
namespace {

class FakeWad : public boot::BootFile {
public:
    Contents contents() override { return {address_of(bytes.data()), bytes.size()}; }

    std::string bytes = std::string("IWAD\0\0\0\0\14\0\0\0", 12) + "lumps";
};

class FakeScreen : public video::Screen {
public:
    Result<Frame, video::ScreenError> set_mode(u32 width, u32 height) override {
        if (width > 1024) return video::ScreenError{video::ScreenError::no_such_mode};
        pixels.assign(usize(width) * height, 0);
        return frame_ = {width, height, 4 * width, address_of(pixels.data())};
    }
    Frame frame() override { return frame_; }

    std::vector<u32> pixels;

private:
    Frame frame_{};
};

class FakeInput : public input::Keyboard, public input::Mouse {
public:
    Event take() override {
        if (keys.empty()) return {};
        Event const event = keys.front();
        keys.pop_front();
        return event;
    }
    Statistics statistics() override { return {}; }
    Motion take_motion() override {
        Motion const taken = motion;
        motion = {0, 0, motion.buttons};
        return taken;
    }
    u64 unknown_motions() override { return 0; }

    std::deque<Event> keys;
    Motion motion{};
};

/// The process says by its status how the machine went off.
class FakePower : public hal::Power {
public:
    void power_off(u32 status) override { std::_Exit(int(status)); }
    void reset() override { std::_Exit(98); }
};

class LoudLog : public log::Log {
public:
    void write(Level, Span<u8 const> message) override {
        std::fprintf(stderr, "%.*s\n", int(message.size()),
                     reinterpret_cast<char const*>(message.data()));
    }
};

class TheGame final : public Game {
public:
    using Game::Game;
};

class DoomGame : public ::testing::Test {
protected:
    DoomGame() { engine = Engine(); }

    /// Runs to the end, in which `tick` must end it.
    void run(Game::Attributes const& attributes, std::function<void(Game&)> const& tick) {
        TheGame game({.wad = wad,
                      .screen = screen,
                      .keyboard = input,
                      .mouse = input,
                      .alarms = alarms,
                      .frames = frames,
                      .space = space,
                      .physical = physical,
                      .power = power,
                      .log = log},
                     attributes);
        engine.tick = [&] { tick(game); };
        game.run();
    }

    /// The process ends with 0 if all is so.
    static void end_if(bool is_so) { std::_Exit(is_so ? 0 : 1); }

    /// Draws the frame of a tic after so much time.
    void draw(u64 ms) {
        ++gametic;
        alarms.pass_ms(ms);
        DG_DrawFrame();
    }

    FakeWad wad;
    FakeScreen screen;
    FakeInput input;
    net::testing::TestAlarms alarms;
    memory::testing::FakeFrames frames;
    mapping::Flat space{{}, {}};
    mapping::Physical physical{{}, {}};
    FakePower power;
    LoudLog log;
};

constexpr Game::Attributes a_game{.width = 320, .height = 200, .demo = "", .tics = 700};
constexpr Game::Attributes a_demo{.width = 640, .height = 480, .demo = "demo1", .tics = 70};

auto const fine = ::testing::ExitedWithCode(0);
auto const failed = ::testing::ExitedWithCode(1);

TEST_F(DoomGame, without_levels_or_a_screen_says_what_is_missing) {
    auto const never = [](Game&) { std::_Exit(97); };
    wad.bytes.clear();
    EXPECT_EXIT(run(a_game, never), failed, "there is no WAD\ndoom: Debian's package freedoom");
    wad.bytes = "a text that is no file of levels";
    EXPECT_EXIT(run(a_game, never), failed, "no WAD with a whole game\ndoom: Debian's package");
    wad.bytes = std::string("IWAD\1\0\0\0\14\0\0\0", 12) + "lumps";
    EXPECT_EXIT(run(a_game, never), failed, "the WAD is incomplete\n");
    wad.bytes = FakeWad().bytes;
    Game::Attributes large = a_game;
    large.width = 1600;
    EXPECT_EXIT(run(large, never), failed, "the screen cannot show 1600 x 200 pixels");
}

TEST_F(DoomGame, tells_the_engine_of_its_levels_and_of_a_demo) {
    EXPECT_EXIT(run(a_game,
                    [](Game&) {
                        end_if(engine.words ==
                               std::vector<std::string>{"doom", "-iwad", wad_name, "-nogui"});
                    }),
                fine, "");
    EXPECT_EXIT(run(a_demo,
                    [](Game&) {
                        end_if(engine.words.size() == 6 && engine.words[5] == "demo1" &&
                               flat_doom_width == 640 && flat_doom_height == 480);
                    }),
                fine, "");
}

TEST_F(DoomGame, has_the_engine_draw_where_the_screen_is_and_read_where_the_levels_are) {
    EXPECT_EXIT(run(a_game,
                    [this](Game&) {
                        char path[] = "freedoom1.wad";
                        char other[] = "doom.cfg";
                        DoomWad* const file = stdc_wad_file.open(path);
                        char bytes[8] = {};
                        usize const count = stdc_wad_file.read(file, 12, bytes, sizeof bytes);
                        end_if(DG_ScreenBuffer == screen.pixels.data() &&
                               !stdc_wad_file.open(other) && std::string(bytes) == "lumps" &&
                               count == 5 && stdc_wad_file.read(file, 17, bytes, 1) == 0 &&
                               flat_doom_open(path, 0) >= 0 && flat_doom_open(other, 0) < 0);
                    }),
                fine, "");
}

TEST_F(DoomGame, gives_memory_up_to_an_end_and_takes_it_back) {
    EXPECT_EXIT(run(a_game,
                    [](Game&) {
                        auto* const begin = static_cast<u8*>(flat_doom_sbrk(4096));
                        bool const grows = flat_doom_sbrk(16) == begin + 4096;
                        bool const is_full = address_of(flat_doom_sbrk(1 << 30)) == ~vaddr(0);
                        bool const shrinks = flat_doom_sbrk(-16) == begin + 4112;
                        bool const is_empty = address_of(flat_doom_sbrk(-5000)) == ~vaddr(0);
                        begin[4095] = 1;
                        end_if(grows && is_full && shrinks && is_empty);
                    }),
                fine, "");
}

TEST_F(DoomGame, tells_of_keys_that_the_engine_knows_and_of_the_mouse) {
    input.keys = {{4, true}, {231, true}, {80, false}};
    input.motion = {3, -2, input::Mouse::left};
    EXPECT_EXIT(run(a_game,
                    [](Game&) {
                        int is_down = 9;
                        unsigned char key = 0;
                        bool is_right = DG_GetKey(&is_down, &key) && is_down == 1 && key == 'a';
                        is_right = is_right && DG_GetKey(&is_down, &key) && !is_down && key == 0xac;
                        is_right = is_right && engine.events.empty();
                        is_right = is_right && !DG_GetKey(&is_down, &key);
                        is_right = is_right && !DG_GetKey(&is_down, &key); // nothing has changed
                        auto const& event = engine.events.at(0);
                        end_if(is_right && engine.events.size() == 1 && event.buttons == 1 &&
                               event.kind == DoomEvent::mouse && event.right == 12 &&
                               event.up == 8);
                    }),
                fine, "");
}

TEST_F(DoomGame, counts_frames_that_take_too_long) {
    EXPECT_EXIT(run(a_game,
                    [this](Game& game) {
                        while (gametic < 100)
                            draw(gametic % 20 == 0 ? 30 : 10);
                        DG_DrawFrame(); // of the same tic: nothing new
                        game.exit(0);
                    }),
                fine, "^doom: 3 of 65 frames took longer than 28571 us, the longest 30000 us\n$");
}

TEST_F(DoomGame, says_of_a_demo_what_it_draws_whatever_it_was_enlarged_to) {
    auto const draw_all = [this](Game&) {
        DG_ScreenBuffer[(199 * 2) * 640 + 319 * 2] = 0x123456; // the last pixel, enlarged twice
        draw(10);
    };
    EXPECT_EXIT(run(a_demo, draw_all), fine,
                "^tic 35: frame 0x[0-9a-f]+\ntic 70: frame 0x[0-9a-f]+\n35 frames in 350000 us\n"
                "@record .\"width\": 640, \"height\": 480, \"frames\": 35, \"rate\": 100, "
                "\"us\": 350000.\n");
    Game::Attributes with_pictures = a_demo;
    with_pictures.pictures = true;
    with_pictures.tics = 175;
    EXPECT_EXIT(run(with_pictures, draw_all), fine, "@picture tic-175 320 200 199 0{1914}123456\n");
}

TEST_F(DoomGame, writes_what_the_engine_prints_line_by_line) {
    EXPECT_EXIT(run(a_game,
                    [](Game&) {
                        (void)flat_doom_write(1, "one\ntw", 6);
                        (void)flat_doom_write(2, "o\n", 2);
                        end_if(flat_doom_write(7, "x\n", 2) < 0);
                    }),
                fine, "^one\ntwo\n$");
}

} // namespace
} // namespace flat::doom
