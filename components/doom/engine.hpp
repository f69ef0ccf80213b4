// SPDX-License-Identifier: BSD-2-Clause
// What we use of the engine doomgeneric, and what it uses of us.
#pragma once

#include <core/types.hpp>

extern "C" {

// The engine.
void doomgeneric_Create(int count, char** words);
void doomgeneric_Tick();
extern flat::u32* DG_ScreenBuffer;
extern int gametic;

/// Whether there is a game that can be saved: where this is 0, the engine says that there is none.
extern int usergame;

/// Whether a saved game must not be larger than those of the first versions of the engine.
extern int vanilla_savegame_limit;

/// Has something done when the player leaves the game, later than what is asked for afterwards.
void I_AtExit(void (*act)(), int also_on_error);

/// What the engine gets of a mouse: which buttons, and how far to the right and up.
struct DoomEvent {
    enum Kind : unsigned { mouse = 2 };
    Kind kind;
    int buttons;
    int right;
    int up;
    int unused;
};
void D_PostEvent(DoomEvent* event);

// Its platform: ours.
extern int flat_doom_width;
extern int flat_doom_height;
void DG_Init();
void DG_DrawFrame();
void DG_SleepMs(flat::u32 ms);
flat::u32 DG_GetTicksMs();
int DG_GetKey(int* is_down, unsigned char* key);
void DG_SetWindowTitle(char const* title);

/// A WAD that is open, as the engine knows it.
struct DoomWad;

/// How WADs are read; one that is mapped is not.
struct DoomWadClass {
    DoomWad* (*open)(char* path);
    void (*close)(DoomWad* wad);
    flat::usize (*read)(DoomWad* wad, unsigned offset, void* buffer, flat::usize bytes);
};

struct DoomWad {
    DoomWadClass* methods;
    flat::u8* mapped;
    unsigned bytes;
};

extern DoomWadClass stdc_wad_file;

} // extern "C"

namespace flat::doom {

/// The width and height of the pictures that the engine draws before it enlarges them.
inline constexpr u32 picture_width = 320;
inline constexpr u32 picture_height = 200;

/// The game's tics in a second.
inline constexpr u32 tics_a_second = 35;

/// What the engine calls its file of levels, and that which takes the place of parts of it.
inline constexpr char wad_name[] = "freedoom1.wad";
inline constexpr char patch_name[] = "patch.wad";

/// The engine's name of a key of flat.input.Keyboard, 0 for one that it does not know.
u8 engine_key(u8 key);

} // namespace flat::doom
