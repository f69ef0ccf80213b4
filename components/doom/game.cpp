// SPDX-License-Identifier: BSD-2-Clause
// Doom: what it needs is there, or it says what is missing; then the engine runs.
#include <doom/game.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <doom/wad.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>

namespace flat::doom {

/// The game that the engine plays (game_runtime.cpp).
extern Game* the_game;

namespace {

constexpr u64 ns_per_ms = 1'000'000;

/// The memory of the engine's C library: its zone has 6 MiB, what is outside of it a few.
constexpr u32 heap_order = 12;
constexpr u64 heap_bytes = domain::page_size << heap_order;

/// What the engine takes for a count of a mouse, as on its first systems.
constexpr int mouse_counts = 4;

/// The key Print of flat.input.Keyboard.
constexpr u8 print_key = 70;

/// From here on frames are counted: the first screen has melted by then.
constexpr int first_counted_tic = tics_a_second;

} // namespace

void Game::run() {
    the_game = this;
    if (!check_wads()) exit(1);
    take_heap();
    auto const mode = screen->set_mode(width, height);
    if (mode.is_error()) {
        say(*log, "doom: the screen cannot show {} x {} pixels", width, height);
        exit(1);
    }
    flat_doom_width = static_cast<int>(width);
    flat_doom_height = static_cast<int>(height);
    play();
}

/// Runs the engine, which keeps the words of its command line where they are.
void Game::play() {
    char words[][16] = {"doom", "-iwad", "", "-nogui", "-file", "", "-timedemo", ""};
    char* arguments[9] = {};
    int count = 0;
    auto const say_word = [&](u32 which) { arguments[count++] = words[which]; };
    memcpy(words[2], wad_name, sizeof wad_name);
    memcpy(words[5], patch_name, sizeof patch_name);
    Text const lump = Text(demo).first(demo_size());
    memcpy(words[7], lump.data(), lump.size());
    for (u32 which = 0; which < 4; ++which)
        say_word(which);
    if (has_patch()) say_word(4), say_word(5);
    if (demo_size() != 0) say_word(6), say_word(7);
    vanilla_savegame_limit = 0;
    I_AtExit([] { the_game->exit(0); }, 0);
    doomgeneric_Create(count, arguments);
    for (;;)
        doomgeneric_Tick();
}

/// How long the name of the demo's lump is; the engine knows eight characters.
usize Game::demo_size() const {
    usize const size = Text(demo).size();
    return size < 8 ? size : 8;
}

bool Game::check_wads() {
    auto const file = wad->contents();
    Text problem = problem_of_wad({pointer_to<u8 const>(file.base), file.bytes}, wad_kind);
    if (problem.is_empty() && has_patch()) {
        auto const second = patch->contents();
        problem = problem_of_wad({pointer_to<u8 const>(second.base), second.bytes}, patch_kind);
        if (problem.is_empty()) return true;
        say(*log, "doom: {}: {}", patch_name, problem);
        return false;
    }
    if (problem.is_empty()) return true;
    say(*log, "doom: {}", problem);
    say(*log, "doom: Debian's package freedoom has one: /usr/share/games/doom/freedoom1.wad");
    return false;
}

void Game::take_heap() {
    constexpr u32 rights = hal::Mmu::read | hal::Mmu::write;
    auto const frame = frames->allocate(heap_order);
    if (frame.is_error()) panic("no memory for the engine");
    auto const place = space->map(*physical, frame.value() / domain::page_size,
                                  heap_bytes / domain::page_size, 0, rights);
    if (place.is_error()) panic("no addresses for the engine's memory");
    heap_ = place.value();
}

void* Game::extend_heap(i64 bytes) {
    if (bytes > 0 && u64(bytes) > heap_bytes - heap_used_) return nullptr;
    if (bytes < 0 && u64(-bytes) > heap_used_) return nullptr;
    void* const end = pointer_to<void>(heap_ + heap_used_);
    heap_used_ += u64(bytes);
    return end;
}

bool Game::has_wad(Text path) const {
    return path == Text(wad_name) || (path == Text(patch_name) && has_patch());
}

DoomWad* Game::open_wad(Text path) {
    if (!has_wad(path)) return nullptr;
    bool const is_first = path == Text(wad_name);
    auto const file = is_first ? wad->contents() : patch->contents();
    DoomWad& opened = is_first ? wad_ : patch_;
    opened = {&stdc_wad_file, pointer_to<u8>(file.base), static_cast<unsigned>(file.bytes)};
    return &opened;
}

u32 Game::now_ms() {
    return static_cast<u32>(alarms->now_ns() / ns_per_ms);
}

void Game::sleep(u32 ms) {
    u64 const end = alarms->now_ns() + ms * ns_per_ms;
    for (u64 now = alarms->now_ns(); now < end; now = alarms->now_ns()) {
        alarms->set(*this, end - now);
        machine::wait_for_interrupt();
    }
    last_ns_ = alarms->now_ns(); // no frame is late because there was nothing to draw
}

bool Game::take_key(int& is_down, u8& key) {
    for (;;) {
        auto const event = keyboard->take();
        if (event.key == 0) break;
        if (event.key == print_key && event.is_down) wants_picture_ = true;
        key = engine_key(event.key);
        is_down = event.is_down;
        if (key != 0) return true;
    }
    tell_mouse();
    return false;
}

/// The engine looks at one event of the mouse in each tic, and then for keys until there are none.
void Game::tell_mouse() {
    auto const motion = mouse->take_motion();
    if (motion.right == 0 && motion.down == 0 && motion.buttons == buttons_) return;
    buttons_ = motion.buttons;
    DoomEvent event{DoomEvent::mouse, static_cast<int>(motion.buttons), motion.right * mouse_counts,
                    -motion.down * mouse_counts, 0};
    D_PostEvent(&event);
}

/// The engine draws where the screen is.
void Game::prepare_screen() {
    DG_ScreenBuffer = pointer_to<u32>(screen->frame().pixels);
}

/// A frame is on the screen.
void Game::drawn() {
    saved_.settle();
    if (gametic <= last_tic_) return;
    last_tic_ = gametic;
    u64 const now_ns = alarms->now_ns();
    if (gametic >= first_counted_tic) count_frame(now_ns);
    if (demo_size() != 0) watch_demo(now_ns);
    if (exchange(wants_picture_, false)) say_picture();
    if (!files) usergame = 0; // so that the engine says that the game cannot be saved
    last_ns_ = alarms->now_ns();
}

void Game::count_frame(u64 now_ns) {
    if (begin_ns_ == 0) {
        begin_ns_ = now_ns;
        return;
    }
    u64 const took_ns = now_ns - last_ns_;
    ++frames_;
    if (took_ns > u64(late_us) * 1000) ++late_frames_;
    longest_ns_ = took_ns > longest_ns_ ? took_ns : longest_ns_;
}

void Game::write(Text text) {
    log->write(log::Log::Level::info, text.bytes());
}

void Game::exit(int status) {
    if (frames_ != 0)
        say(*log, "doom: {} of {} frames took longer than {} us, the longest {} us", late_frames_,
            frames_, late_us, longest_ns_ / 1000);
    saved_.close_all();
    alarms->cancel(*this);
    power->power_off(status == 0 ? 0 : 1);
    panic("the machine did not go off");
}

} // namespace flat::doom
