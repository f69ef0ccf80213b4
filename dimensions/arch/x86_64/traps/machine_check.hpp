// SPDX-License-Identifier: BSD-2-Clause
// Machine checks: what the processor has found wrong with the machine (Intel SDM volume 3B, 16).
#pragma once

#include <core/format.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// What one bank of registers says of an error (SDM 3B, 16.3.2).
struct MachineCheckBank {
    enum Status : u64 {
        VAL = 1ull << 63,   ///< there is an error
        OVER = 1ull << 62,  ///< there were others, which are lost
        UC = 1ull << 61,    ///< hardware has not corrected it
        ADDRV = 1ull << 58, ///< the address is that of the error
        PCC = 1ull << 57,   ///< the processor's state may be wrong
    };

    u32 number;
    u64 status;
    u64 address;
};

/// Appends what a bank says, if it says anything.
template<usize size>
void describe(TextBuffer<size>& text, MachineCheckBank const& bank) {
    if ((bank.status & MachineCheckBank::VAL) == 0) return;
    format(text, "bank {}: status {x}{}{}{}", bank.number, bank.status,
           bank.status & MachineCheckBank::UC ? ", uncorrected" : ", corrected",
           bank.status & MachineCheckBank::PCC ? ", the processor's state may be wrong" : "",
           bank.status & MachineCheckBank::OVER ? ", others are lost" : "");
    if (bank.status & MachineCheckBank::ADDRV) format(text, ", address {x}", bank.address);
    format(text, "\n    ");
}

/// Room for some banks; what is longer is cut off.
using MachineCheckText = TextBuffer<768>;

/// Lets this processor report machine checks, if it can. Without that it would reset the machine.
void enable_machine_checks();

/// What the banks of this processor say; to be called in the handler of exception 18.
MachineCheckText machine_check_text();

} // namespace flat::arch
