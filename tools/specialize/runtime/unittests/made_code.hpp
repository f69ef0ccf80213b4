// SPDX-License-Identifier: BSD-2-Clause
// Versions whose code is made at run time: functions that add a constant to their argument.
#pragma once

#include "flatland_slots.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>

/// Code and version of `int f(int x) { return x + constant; }`; freed when released.
class MadeVersion {
public:
    static inline std::atomic<int> alive = 0;

    MadeVersion(FlatlandSlot const& slot, int added, FlatlandLifetime lifetime) : constant(added) {
        code_ = flatland_code_allocate(&slot, bytes);
        EXPECT_NE(code_, nullptr);
        write(code_, added);
        EXPECT_EQ(flatland_code_seal(code_, bytes), flatland_done);
        version.entry = reinterpret_cast<void (*)()>(code_);
        version.lifetime = lifetime;
        version.context = this;
        version.released = [](FlatlandVersion* each) {
            delete static_cast<MadeVersion*>(each->context);
        };
        alive++;
    }

    MadeVersion(MadeVersion const&) = delete;
    MadeVersion& operator=(MadeVersion const&) = delete;

    ~MadeVersion() {
        flatland_code_free(code_, bytes);
        alive--;
    }

    /// `mov ecx, 256; again: dec ecx; jnz again; lea eax, [rdi + constant]; ret`: long enough that
    /// a version that is freed too early is caught with a call in it.
    static void write(void* code, int constant) {
        unsigned char text[16] = {0xb9, 0, 1, 0, 0, 0xff, 0xc9, 0x75, 0xfc, 0x8d, 0x87};
        std::memcpy(text + 11, &constant, sizeof constant);
        text[15] = 0xc3;
        std::memcpy(code, text, sizeof text);
    }

    /// Lets the version rely on this object.
    void rely_on(void const* invariant) {
        reliance_.invariant = invariant;
        version.reliances = &reliance_;
        version.reliance_count = 1;
    }

    int constant;
    FlatlandVersion version = {};

private:
    static constexpr std::size_t bytes = 64;
    void* code_ = nullptr;
    FlatlandReliance reliance_ = {};
};
