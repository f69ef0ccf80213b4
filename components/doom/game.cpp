// SPDX-License-Identifier: BSD-2-Clause
// Doom: what it needs is there, or it says what is missing; then the engine runs.
#include <doom/game.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
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

/// A WAD begins with its kind, the number of its lumps, and where their directory is.
struct WadHeader {
    char kind[4];
    u32 lumps;
    u32 directory;
};
constexpr u64 wad_entry_bytes = 16;

constexpr u32 seconds_between_pictures = 5;

/// From here on frames are counted: the first screen has melted by then.
constexpr int first_counted_tic = tics_a_second;

} // namespace

void Game::run() {
    the_game = this;
    if (!check_wad()) exit(1);
    take_heap();
    auto const mode = screen->set_mode(width, height);
    if (mode.is_error()) {
        say(*log, "doom: the screen cannot show {} x {} pixels", width, height);
        exit(1);
    }
    flat_doom_width = static_cast<int>(width);
    flat_doom_height = static_cast<int>(height);
    timer->start(ns_per_ms, *this);
    char words[][16] = {"doom", "-iwad", "freedoom1.wad", "-nogui", "-timedemo", ""};
    Text const lump = Text(demo).first(demo_size());
    memcpy(words[5], lump.data(), lump.size());
    char* arguments[] = {words[0], words[1], words[2], words[3], words[4], words[5], nullptr};
    doomgeneric_Create(demo_size() == 0 ? 4 : 6, arguments);
    for (;;)
        doomgeneric_Tick();
}

/// How long the name of the demo's lump is; the engine knows eight characters.
usize Game::demo_size() const {
    usize const size = Text(demo).size();
    return size < 8 ? size : 8;
}

/// Whether there is a WAD whose directory lies in it: the engine believes the rest.
bool Game::check_wad() {
    auto const file = wad->contents();
    auto const* const header = pointer_to<WadHeader const>(file.base);
    char const* problem = nullptr;
    if (file.bytes == 0)
        problem = "there is no WAD";
    else if (file.bytes < sizeof(WadHeader) || Text(header->kind, 4) != Text("IWAD"))
        problem = "the boot module is no WAD with a whole game";
    else if (header->directory > file.bytes ||
             header->lumps > (file.bytes - header->directory) / wad_entry_bytes)
        problem = "the WAD is incomplete";
    if (!problem) return true;
    say(*log, "doom: {}", problem);
    say(*log, "doom: Debian's package freedoom has one: flat run doom --module freedoom1.wad");
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

DoomWad* Game::open_wad(Text path) {
    if (!has_file(path)) return nullptr;
    auto const file = wad->contents();
    wad_ = {&stdc_wad_file, pointer_to<u8>(file.base), static_cast<unsigned>(file.bytes)};
    return &wad_;
}

u32 Game::now_ms() {
    return static_cast<u32>(timer->now_ns() / ns_per_ms);
}

void Game::sleep(u32 ms) {
    u64 const end = timer->now_ns() + ms * ns_per_ms;
    while (timer->now_ns() < end)
        machine::wait_for_interrupt();
}

bool Game::take_key(int& is_down, u8& key) {
    for (;;) {
        auto const event = keyboard->take();
        if (event.key == 0) return false;
        key = engine_key(event.key);
        is_down = event.is_down;
        if (key != 0) return true;
    }
}

/// The engine draws where the screen is.
void Game::prepare_screen() {
    DG_ScreenBuffer = pointer_to<u32>(screen->frame().pixels);
}

/// A frame is on the screen.
void Game::drawn() {
    if (demo_size() == 0 || gametic <= last_tic_) return;
    u64 const now = timer->now_ns();
    last_tic_ = gametic;
    if (gametic == first_counted_tic) begin_ns_ = last_ns_ = now;
    if (gametic > first_counted_tic) {
        ++frames_;
        longest_ns_ = now - last_ns_ > longest_ns_ ? now - last_ns_ : longest_ns_;
    }
    if (gametic % int(tics_a_second) == 0) {
        say(*log, "tic {}: frame {x}", gametic, hash());
        if (pictures && gametic % int(seconds_between_pictures * tics_a_second) == 0) say_picture();
        begin_ns_ += timer->now_ns() - now; // saying so is no part of the game
    }
    if (gametic >= int(tics)) end_of_demo();
    last_ns_ = timer->now_ns();
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
}

void Game::end_of_demo() {
    u64 const ns = timer->now_ns() - begin_ns_;
    say(*log, "{} frames in {} us, the longest {} us", frames_, ns / 1000, longest_ns_ / 1000);
    u64 const frames_in_1e9 = frames_ * 1'000'000'000 / ns;
    say(*log, "@record {}\"width\": {}, \"height\": {}, \"frames\": {}, \"rate\": {}, \"us\": {}{}",
        "{", width, height, frames_, frames_in_1e9, ns / 1000, "}");
    exit(0);
}

void Game::write(Text text) {
    log->write(log::Log::Level::info, text.bytes());
}

void Game::exit(int status) {
    timer->stop();
    power->power_off(status == 0 ? 0 : 1);
    panic("the machine did not go off");
}

} // namespace flat::doom
