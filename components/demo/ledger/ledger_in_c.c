// SPDX-License-Identifier: BSD-2-Clause
// A ledger in memory, with room for a few notes, in C.
#include <demo/ledger/ledger_in_c.flat.h>

#include <string.h>

static uint64_t at_most(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

void flat_demo_ledger_LedgerInC_start(flat_demo_ledger_LedgerInC* self) {
    static char const text[] = "a ledger in C";
    flat_const_bytes const bytes = {(flat_u8 const*)text, sizeof text - 1};
    self->state.sum = 0;
    flat_demo_ledger_LedgerInC_log_write(self, flat_log_Log_Level_debug, bytes);
}

flat_demo_LedgerError flat_demo_ledger_LedgerInC_ledger_add(flat_demo_ledger_LedgerInC* self,
                                                            flat_u64 amount, flat_u64* result) {
    struct ledger* const ledger = &self->state;
    if (amount > self->limit - ledger->sum) return flat_demo_LedgerError_limit;
    ledger->sum += amount;
    *result = ledger->sum;
    return flat_demo_LedgerError_Ok;
}

flat_demo_LedgerError flat_demo_ledger_LedgerInC_ledger_apply(flat_demo_ledger_LedgerInC* self,
                                                              struct change const* change,
                                                              flat_u32 times,
                                                              flat_demo_Ledger_Outcome* result) {
    struct ledger* const ledger = &self->state;
    uint64_t const before = ledger->sum;
    for (flat_u32 i = 0; i < times; ++i) {
        flat_u64 sum;
        if (change->kind == withdrawal)
            ledger->sum -= at_most(ledger->sum, change->amount);
        else if (flat_demo_ledger_LedgerInC_ledger_add(self, change->amount, &sum))
            return flat_demo_LedgerError_limit;
    }
    memcpy(&result->change, change, sizeof *change);
    result->before = before;
    result->after = ledger->sum;
    result->difference = (flat_i32)ledger->sum - (flat_i32)before;
    return flat_demo_LedgerError_Ok;
}

flat_demo_LedgerError flat_demo_ledger_LedgerInC_ledger_note(flat_demo_ledger_LedgerInC* self,
                                                             flat_const_bytes text,
                                                             flat_u32* result) {
    struct ledger* const ledger = &self->state;
    struct note* const note = &ledger->notes[ledger->notes_count % notes_max];
    note->size = (uint32_t)at_most(text.size, note_bytes_max);
    if (note->size != 0) memcpy(note->bytes, text.data, note->size);
    *result = ledger->notes_count++;
    return flat_demo_LedgerError_Ok;
}

flat_demo_LedgerError flat_demo_ledger_LedgerInC_ledger_read(flat_demo_ledger_LedgerInC* self,
                                                             flat_u32 number, flat_u32 from,
                                                             flat_bytes text, flat_u32* result) {
    struct ledger const* const ledger = &self->state;
    if (number >= ledger->notes_count || ledger->notes_count - number > notes_max)
        return flat_demo_LedgerError_no_such_note;
    struct note const* const note = &ledger->notes[number % notes_max];
    *result = from < note->size ? (flat_u32)at_most(text.size, note->size - from) : 0;
    if (*result != 0) memcpy(text.data, note->bytes + from, *result);
    return flat_demo_LedgerError_Ok;
}

flat_demo_LedgerError flat_demo_ledger_LedgerInC_ledger_reverse(flat_demo_ledger_LedgerInC* self,
                                                                flat_bytes text) {
    (void)self;
    for (flat_usize i = 0; i < text.size / 2; ++i) {
        flat_u8 const first = text.data[i];
        text.data[i] = text.data[text.size - 1 - i];
        text.data[text.size - 1 - i] = first;
    }
    return flat_demo_LedgerError_Ok;
}

flat_demo_LedgerError
flat_demo_ledger_LedgerInC_ledger_break_down(flat_demo_ledger_LedgerInC* self) {
    (void)self;
    return flat_demo_LedgerError_unreachable;
}
