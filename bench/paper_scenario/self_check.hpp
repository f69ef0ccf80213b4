// SPDX-License-Identifier: BSD-2-Clause
// What an image may have beside the scenario: a test, with implementations of parts of its own.
#pragma once

namespace scenario {

/// Tests a part, in an image for testing; does nothing in one for production.
void self_check();

/// Prints the words from an address on, by which one sees which of them point to tables. It is no
/// pointer: collapse refuses programs that hand the bytes of a flattened object around.
void print_words(unsigned long address, unsigned long count);

} // namespace scenario
