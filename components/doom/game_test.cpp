// SPDX-License-Identifier: BSD-2-Clause
// Tests of the game over an engine that does what a test wants. The game's end is a process' end.
#include <doom/game.hpp>

#include <fs/testing.hpp>
#include <log/testing.hpp>
#include <mapping/flat.hpp>
#include <mapping/physical.hpp>
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
    void (*leave)() = nullptr;
};
Engine engine;

} // namespace

extern "C" {

flat::u32* DG_ScreenBuffer = nullptr;
int gametic = 0;
int usergame = 0;
int vanilla_savegame_limit = 1;

int flat_doom_open(char const* path, int flags, ...);
int flat_doom_close(int file);
flat::i64 flat_doom_read(int file, void* buffer, flat::usize bytes);
long flat_doom_lseek(int file, long offset, int from);
int flat_doom_rename(char const* from, char const* to);
int flat_doom_remove(char const* path);
flat::i64 flat_doom_write(int file, void const* buffer, flat::usize bytes);
void* flat_doom_sbrk(flat::i64 bytes);

void doomgeneric_Create(int count, char** words) {
    engine.words.assign(words, words + count);
    DG_Init();
}

void doomgeneric_Tick() {
    engine.tick();
}

void I_AtExit(void (*act)(), int) {
    engine.leave = act;
}

void D_PostEvent(DoomEvent* event) {
    engine.events.push_back(*event);
}

} // extern "C"

namespace flat::doom {
namespace {

/// A WAD of a kind, without any lump.
std::string wad_of(char const* kind) {
    return kind + std::string("\0\0\0\0\14\0\0\0", 8) + "lumps";
}

class FakeWad : public boot::BootFile {
public:
    explicit FakeWad(std::string text = wad_of("IWAD")) : bytes(std::move(text)) {}

    Contents contents() override { return {address_of(bytes.data()), bytes.size()}; }

    std::string bytes;
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
        Optional<boot::BootFile> parts;
        if (!patch.bytes.empty()) parts = patch;
        Optional<fs::FileSystem> disk;
        if (has_disk) disk = files;
        TheGame game({.wad = wad,
                      .patch = parts,
                      .files = disk,
                      .screen = screen,
                      .keyboard = input,
                      .mouse = input,
                      .alarms = alarms,
                      .frames = kernel.frames,
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
    FakeWad patch{""};
    bool has_disk = false;
    fs::testing::Kernel kernel;
    fs::testing::SomeFiles files{kernel};
    FakeScreen screen;
    FakeInput input;
    net::testing::TestAlarms alarms;
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

TEST_F(DoomGame, has_parts_of_the_levels_replaced_by_others) {
    patch.bytes = wad_of("PWAD");
    EXPECT_EXIT(run(a_demo,
                    [](Game&) {
                        char path[] = "patch.wad";
                        end_if(engine.words.size() == 8 && engine.words[4] == "-file" &&
                               engine.words[5] == path && engine.words[7] == "demo1" &&
                               stdc_wad_file.open(path)->bytes == 17 &&
                               flat_doom_open(path, 0) >= 0);
                    }),
                fine, "");
    patch.bytes = wad_of("IWAD");
    EXPECT_EXIT(run(a_game, [](Game&) { std::_Exit(97); }), failed,
                "^doom: patch.wad: the file is no WAD with parts of a game\n$");
}

TEST_F(DoomGame, writes_files_and_reads_them_where_there_is_a_disk) {
    has_disk = true;
    EXPECT_EXIT(run(a_game,
                    [this](Game&) {
                        int const file = flat_doom_open("./temp.dsg", 0x241);
                        bool is_right = flat_doom_write(file, "saved", 5) == 5;
                        is_right = is_right && flat_doom_lseek(file, 0, 2) == 5;
                        is_right = is_right && flat_doom_lseek(file, 0, 3) == -1;
                        flat_doom_close(file);
                        is_right = is_right && flat_doom_rename("./temp.dsg", "./a.dsg") == 0;
                        char text[8] = {};
                        int const again = flat_doom_open("a.dsg", 0);
                        is_right = is_right && flat_doom_read(again, text, 8) == 5;
                        flat_doom_close(again);
                        usergame = 1;
                        draw(10);
                        end_if(is_right && std::string(text) == "saved" && usergame == 1 &&
                               vanilla_savegame_limit == 0 && flat_doom_remove("a.dsg") == 0);
                    }),
                fine, "");
}

TEST_F(DoomGame, without_a_disk_is_none_that_could_be_saved) {
    EXPECT_EXIT(run(a_game,
                    [this](Game&) {
                        usergame = 1;
                        draw(10);
                        end_if(usergame == 0 && flat_doom_open("temp.dsg", 0x241) < 0);
                    }),
                fine, "");
}

TEST_F(DoomGame, ends_when_the_player_leaves_it) {
    EXPECT_EXIT(run(a_game, [](Game&) { engine.leave(); }), fine, "");
}

TEST_F(DoomGame, writes_a_picture_when_print_is_pressed) {
    input.keys = {{70, true}, {70, false}};
    EXPECT_EXIT(run(a_game,
                    [this](Game& game) {
                        int is_down = 0;
                        unsigned char key = 0;
                        (void)DG_GetKey(&is_down, &key);
                        draw(10);
                        draw(10);
                        game.exit(0);
                    }),
                fine, "@picture tic-1 320 200 199 0{1920}\ndoom: a picture of tic 1\n$");
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
