// SPDX-License-Identifier: BSD-2-Clause
// Code that is completed at run time: machine code with holes, and the patches that fill them.
//
// Copy-and-patch (Xu, Kjolstad, OOPSLA 2021) after the templates of Tempo's run-time specialiser
// (Consel, Noël, POPL 1996). Ours differs: there is one stencil for a whole specialised function,
// so nothing is chosen or joined at run time, and a stencil is plugged into a slot, which notices
// when the values of its holes are no more what the program has.
#pragma once

#include "flatland_slots.h"

/// What a patch writes: a value plus the patch's addend.
enum FlatlandPatchValue {
    flatland_patch_hole,   ///< the hole with the patch's index
    flatland_patch_symbol, ///< the address of the symbol with the patch's index
    flatland_patch_inside, ///< the address of the code itself; the index is 0
};

/// How it writes it.
enum FlatlandPatchForm {
    flatland_patch_whole,    ///< 8 bytes
    flatland_patch_unsigned, ///< 4 bytes that the code takes for 0 to 2^32 - 1
    flatland_patch_signed,   ///< 4 bytes that the code takes for -2^31 to 2^31 - 1
    flatland_patch_relative, ///< 4 bytes, signed, less the address of the first of them
};

/// A place in the code that depends on holes or on where things are.
struct FlatlandPatch {
    uint32_t offset;
    uint16_t index;
    uint8_t value; ///< FlatlandPatchValue
    uint8_t form;  ///< FlatlandPatchForm
    int64_t addend;
};

enum {
    flatland_stencil_format = 1,
    flatland_stencil_alignment = 64, ///< what the code's first byte has
};

/// A function with holes, as `specialize` writes it. It begins with the code's first byte;
/// constants that only the code uses lie after the code.
struct FlatlandStencil {
    uint16_t format;  ///< flatland_stencil_format
    uint16_t machine; ///< as in ELF headers
    uint16_t hole_count;
    uint16_t symbol_count;
    uint32_t patch_count;
    uint32_t code_bytes;
    unsigned char const* code;
    struct FlatlandPatch const* patches;
    void const* const* symbols;
    uint8_t const* hole_bits; ///< how many low bits of each hole may be other than 0
};

/// Makes the function of a stencil and of values of its holes, near enough to the slot for a direct
/// jump. Microseconds; no system call once there is memory. On failure (flatland_no_page,
/// flatland_bad_stencil, flatland_wrong_holes, flatland_out_of_reach) nothing was made. To be
/// called, it is plugged into a slot; threads other than this one call it through that slot.
FLATLAND_C enum FlatlandStatus flatland_instantiate(struct FlatlandStencil const* stencil,
                                                    uint64_t const* holes, size_t hole_count,
                                                    struct FlatlandSlot const* slot,
                                                    void (**entry)(void));

/// Gives the code of such a function back; no call may be in it.
FLATLAND_C void flatland_instance_free(void (*entry)(void));

/// What a session's code is made of.
struct FlatlandSession {
    struct FlatlandStencil const* stencil;
    uint64_t const* holes;
    size_t hole_count;
    void const* const* invariants; ///< the objects that the holes were read from
    size_t invariant_count;
    /// NULL, or whether these objects still have the values of the holes: asked once writers of
    /// them would be noticed, before the first call. It must not call this library.
    bool (*holds)(struct FlatlandSession const* session);
    void* context; ///< the caller's
};

/// Instantiates a session's code and plugs it into a gated slot until an invariant falls, another
/// version is plugged, or flatland_session_close; it is freed when its last call has ended. On
/// failure (as flatland_instantiate and flatland_slot_plug) calls go where they went before. What
/// the argument leads to is not needed any more on return.
FLATLAND_C enum FlatlandStatus flatland_session_open(struct FlatlandSlot* slot,
                                                     struct FlatlandSession const* session);

/// Lets calls of the slot go to the generic code and waits until none runs in a session's code:
/// the objects that it was made of can go. Answers flatland_inside when the calling thread is in
/// such a call itself; then the others were not waited for.
FLATLAND_C enum FlatlandStatus flatland_session_close(struct FlatlandSlot* slot);
