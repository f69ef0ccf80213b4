// SPDX-License-Identifier: BSD-2-Clause
// What clients say to the console's driver.
#pragma once

#include <core/text.hpp>
#include <l4/ipc.hpp>

namespace l4drivers {

/// Labels of messages. A text travels in plain words, after one that says how long it is.
enum class ConsoleRequest : l4::Word {
    write = 1, ///< a text; the answer, an empty message, comes when it is out
    read = 2,  ///< nothing; the answer is the next line that is not empty, without its end
};

/// The longest text.
inline constexpr l4::Word text_bytes_max = 400;

/// Makes a message of a text, of which what is too long is left out.
void write_text(l4::Word label, flat::Text text);

/// The text of the message that was received, copied to `place`.
flat::Text received_text(char (&place)[text_bytes_max]);

} // namespace l4drivers
