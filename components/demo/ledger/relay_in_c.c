// SPDX-License-Identifier: BSD-2-Clause
// A ledger that asks another one, in C.
#include <demo/ledger/relay_in_c.flat.h>

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_add(flat_demo_ledger_RelayInC* self,
                                                           flat_u64 amount, flat_u64* result) {
    return flat_demo_ledger_RelayInC_beyond_add(self, amount, result);
}

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_apply(flat_demo_ledger_RelayInC* self,
                                                             flat_demo_Ledger_Change const* change,
                                                             flat_u32 times,
                                                             flat_demo_Ledger_Outcome* result) {
    return flat_demo_ledger_RelayInC_beyond_apply(self, change, times, result);
}

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_note(flat_demo_ledger_RelayInC* self,
                                                            flat_const_bytes text,
                                                            flat_u32* result) {
    return flat_demo_ledger_RelayInC_beyond_note(self, text, result);
}

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_read(flat_demo_ledger_RelayInC* self,
                                                            flat_u32 number, flat_u32 from,
                                                            flat_bytes text, flat_u32* result) {
    return flat_demo_ledger_RelayInC_beyond_read(self, number, from, text, result);
}

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_reverse(flat_demo_ledger_RelayInC* self,
                                                               flat_bytes text) {
    return flat_demo_Ledger_reverse(flat_demo_ledger_RelayInC_beyond(self), text);
}

flat_demo_LedgerError flat_demo_ledger_RelayInC_ledger_break_down(flat_demo_ledger_RelayInC* self) {
    return flat_demo_ledger_RelayInC_beyond_break_down(self);
}
