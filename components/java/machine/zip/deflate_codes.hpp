// SPDX-License-Identifier: BSD-2-Clause
// Lengths, distances and fixed codes of the format deflate (RFC 1951, sections 3.2.5 and 3.2.6).
#pragma once

#include <core/types.hpp>

namespace flat::java::deflate {

constexpr u32 window_size = 32768;
constexpr u32 match_min = 3;
constexpr u32 match_max = 258;
constexpr u32 end_of_block = 256;
constexpr u32 first_length = 257; ///< the symbol of the shortest match
constexpr u32 length_count = 29;
constexpr u32 distance_count = 30;

/// What a symbol stands for: the least value, and bits that follow and are added.
struct Range {
    u16 base;
    u8 extra_bits;
};
constexpr Range lengths[length_count] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
constexpr Range distances[distance_count] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

/// The size of a fixed code; those of distances have 5 bits.
constexpr u8 fixed_size(u32 symbol) {
    if (symbol < 144) return 8;
    if (symbol < 256) return 9;
    return symbol < 280 ? 7 : 8;
}
constexpr u32 fixed_symbols = 288;
constexpr u32 fixed_distances = 30;
constexpr u8 fixed_distance_size = 5;

enum class Block : u8 { stored, fixed, dynamic, reserved };

} // namespace flat::java::deflate
