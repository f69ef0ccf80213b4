// SPDX-License-Identifier: BSD-2-Clause
// `memcpy` in templates of the hierarchy, where types are not known yet, and from a number.
// RUN: %same_output --class Packet %s
#include <cstdint>
#include <cstdio>
#include <cstring>

struct Bytes {
    template<class Word>
    static Word read(unsigned char const* bytes) {
        Word word;
        __builtin_memcpy(&word, bytes, sizeof word);
        return word;
    }
    template<class Word>
    Word never_read() const {
        Word word;
        std::memcpy(&word, bytes, sizeof word);
        return word;
    }
    virtual ~Bytes() = default;
    virtual unsigned length() const = 0;
    unsigned char bytes[8] = {1, 2, 3, 4, 5};
};

struct Packet : Bytes {
    unsigned length() const override { return read<std::uint16_t>(bytes); }
    std::uint32_t at(std::uintptr_t place) const {
        std::uint32_t word;
        std::memcpy(&word, reinterpret_cast<void const*>(place), sizeof word);
        return word;
    }
};

int main() {
    Packet packet;
    Bytes const& bytes = packet;
    unsigned char four[] = {9, 0, 0, 0};
    std::printf("%u %u\n", bytes.length(), packet.at(reinterpret_cast<std::uintptr_t>(four)));
}

// PRINTS: 513 9
