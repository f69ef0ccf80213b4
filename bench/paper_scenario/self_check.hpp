// SPDX-License-Identifier: BSD-2-Clause
// What an image may have beside the scenario: a test, with implementations of parts of its own.
#pragma once

namespace scenario {

/// Tests a part, in an image for testing; does nothing in one for production.
void self_check();

/// Prints an object's words, by which one sees which of them point to tables.
void print_words(void const* object, unsigned long count);

} // namespace scenario
