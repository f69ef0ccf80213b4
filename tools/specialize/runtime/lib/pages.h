// SPDX-License-Identifier: BSD-2-Clause
// Changes code that threads may be running, without a page that is writable and executable.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// A page of code and the copy that will stand in its place.
struct CodePage {
    uintptr_t address;
    unsigned char* copy;
};

// Whether an address lies in the page.
bool page_contains(struct CodePage const* page, void const* address);

// Where a byte of the page is in the copy.
unsigned char* page_image(struct CodePage const* page, void const* address);

// Copies the page around an address into memory that can be written. False if there is none.
bool page_open(struct CodePage* page, void const* address);

// Puts the copy in the page's place: threads run the old page or the new one, never a mixture, and
// only the new one when this returns and `barrier` is passed. False if the system refuses.
bool page_close(struct CodePage* page);

// Takes a page in reserve, so that the next page_open needs nothing from the system.
void page_reserve(void);
