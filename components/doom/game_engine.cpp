// SPDX-License-Identifier: BSD-2-Clause
// The engine's platform: what it asks for by functions of C, for the one game that there is.
#include <doom/game.hpp>

namespace flat::doom {

/// The game that the engine plays: its functions have no argument that says which.
constinit Game* the_game = nullptr;

} // namespace flat::doom

extern "C" {

constinit int flat_doom_width = 0;
constinit int flat_doom_height = 0;

void DG_Init() {
    flat::doom::the_game->prepare_screen();
}

void DG_DrawFrame() {
    flat::doom::the_game->drawn();
}

void DG_SleepMs(flat::u32 ms) {
    flat::doom::the_game->sleep(ms);
}

flat::u32 DG_GetTicksMs() {
    return flat::doom::the_game->now_ms();
}

int DG_GetKey(int* is_down, unsigned char* key) {
    return flat::doom::the_game->take_key(*is_down, *key);
}

void DG_SetWindowTitle(char const*) {}

} // extern "C"
