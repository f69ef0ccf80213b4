// SPDX-License-Identifier: BSD-2-Clause
// Lines of a console, for a thread that waits for them.
#include <shell/line_reader.hpp>

namespace flat::shell {

Text LineReader::next() {
    for (usize size = 0;;) {
        u8 const byte = next_byte();
        bool const is_end = byte == '\n' || byte == '\r';
        if (is_end && size != 0) return Text(line_, size);
        if (!is_end && size < line_max) line_[size++] = static_cast<char>(byte);
    }
}

u8 LineReader::next_byte() {
    while (taken_ == count_) {
        u64 const ticket = threads_.ticket();
        taken_ = 0;
        count_ = input_.read(bytes_);
        if (count_ == 0) threads_.wait(address_of(this), ticket);
    }
    return bytes_[taken_++];
}

} // namespace flat::shell
