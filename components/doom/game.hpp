// SPDX-License-Identifier: BSD-2-Clause
// Doom: the engine of others, on a screen, a keyboard, a mouse, a clock and a file.
#pragma once

#include <core/alarm.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <doom/engine.hpp>
#include <doom/game.flat.hpp>
#include <doom/game_files.hpp>

namespace flat::doom {

/// The engine keeps its state in variables of C, so there is one game in a kernel. It draws
/// straight into the frame buffer.
///
/// With a demo it draws a frame for each tic, says the hash of one in each second of the game, and
/// in the end how many frames it drew in how much time, waits and the melting of the first screen
/// left out. Any game says in the end how many frames took longer than they should. The key Print
/// writes a picture of the next frame to the log.
class Game : public GameComponent, private Alarm, NonCopyable {
public:
    using GameComponent::GameComponent;

    void run() override;

    // For the engine's platform.
    void prepare_screen();
    void drawn();
    void sleep(u32 ms);
    u32 now_ms();
    bool take_key(int& is_down, u8& key);
    void tell_mouse();
    DoomWad* open_wad(Text path);
    bool has_wad(Text path) const;
    GameFiles& saved() { return saved_; }
    void write(Text text);
    void* extend_heap(i64 bytes);
    [[noreturn]] void exit(int status);

private:
    usize demo_size() const;
    bool check_wads();
    bool has_patch() const { return patch && patch->contents().bytes != 0; }
    [[noreturn]] void play();
    void take_heap();
    void count_frame(u64 now_ns);
    void watch_demo(u64 now_ns);
    u32 pixel(u64 x, u64 y) const;
    u64 hash() const;
    void say_picture();
    void end_of_demo();
    void expired() override {} // its interrupt is what is waited for

    GameFiles saved_{files ? &*files : nullptr, *log};
    DoomWad wad_{};
    DoomWad patch_{};
    vaddr heap_ = 0;
    u64 heap_used_ = 0;
    int last_tic_ = 0;
    u64 frames_ = 0;
    u64 late_frames_ = 0;
    u64 begin_ns_ = 0; // of the counted frames, what is no part of the game left out
    u64 longest_ns_ = 0;
    u64 last_ns_ = 0;
    u32 buttons_ = 0;
    bool wants_picture_ = false;
};

} // namespace flat::doom
