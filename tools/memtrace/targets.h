// SPDX-License-Identifier: BSD-2-Clause
// What of a program is to be traced, as flatland/memtrace/table.py writes it: one fact in a line.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file with code: the program or one of its libraries. Addresses of others are relative to it.
struct Module {
    char* path;           // absolute, without symbolic links
    uint64_t file_offset; // of its first segment, a whole page,
    uint64_t address;     // and where the file says that one is to lie
    uint64_t size_bytes;  // of all segments together
    uint64_t base;        // what the loader adds to addresses
    bool is_loaded;
};

enum FunctionRole { function_entry, function_allocating };

struct TargetFunction {
    enum FunctionRole role;
    unsigned number; // of the entry; of the bit of the allocating function
    unsigned module;
    uint64_t address;
};

// Objects that lie in a module.
struct StaticObjects {
    unsigned class_index;
    unsigned module;
    uint64_t address;
    uint64_t count;
    uint64_t stride_bytes;
};

struct TargetClass {
    char name[65]; // as struct ObjectRecord has it
    uint32_t size_bytes;
    bool is_allocated; // memory of its size is an object of it
    bool is_flexible;  // so is larger memory: the class ends in an array without a length
    bool has_arrays;   // so are multiples
    uint32_t within;   // only what these functions allocate, a bit each; 0: what the modules do
};

struct Targets {
    struct Module* modules;
    size_t module_count;
    struct TargetClass* classes;
    size_t class_count;
    struct TargetFunction* functions;
    size_t function_count;
    struct StaticObjects* statics;
    size_t static_count;
};

// Reads a table. False if it makes no sense or cannot be read, after a message on stderr.
bool targets_read(struct Targets* targets, char const* path);

// Whether code at an address is that of a module.
bool targets_have_code(struct Targets const* targets, uint64_t address);

// The class of which allocated memory becomes objects, and how many; NULL: of none. `running` are
// the allocating functions that the thread is in.
struct TargetClass const* targets_class_of(struct Targets const* targets, uint64_t count,
                                           uint64_t element_bytes, uint32_t running,
                                           bool is_by_module, uint64_t* objects);

void targets_destroy(struct Targets* targets);
