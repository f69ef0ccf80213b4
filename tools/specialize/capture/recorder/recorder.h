// SPDX-License-Identifier: BSD-2-Clause
// What a recording function tells the recorder. Put before text in C and C++ of any standard.
struct flatland_value {
    unsigned char bytes[8];
    unsigned long calls;      /* that had it */
    unsigned long first_call; /* counted from 1 */
};

/* A place whose value is recorded: the first three members are given, the others begin as 0. */
struct flatland_leaf {
    char const* path;
    unsigned size; /* bytes, at most 8 */
    int is_pointer;
    unsigned value_count;
    int has_more; /* values than there is place for */
    unsigned long unreached;
    unsigned long first_unreached;
    struct flatland_value values[4];
};

/* A function or a variable that the source can name; the last of a table has no name. */
struct flatland_symbol {
    char const* name;
    void const* address; /* null: it is not in this program */
    unsigned long size;  /* bytes; 0: a function, or not known */
};

/* What a source can name; the first two members are given. */
struct flatland_source {
    char const* file;
    struct flatland_symbol const* symbols;
    struct flatland_source* next;
};

/* The first four members are given. */
struct flatland_entry {
    char const* version;
    struct flatland_leaf* leaves;
    unsigned leaf_count;
    struct flatland_source* source; /* that defines the entry */
    unsigned long calls;
    unsigned long missed;
    struct flatland_entry* next;
};

/* Before main. */
extern void flatland_capture_register(struct flatland_entry* entry);
extern void flatland_capture_register_source(struct flatland_source* source);
/* 0: this call is not recorded, as it interrupted a recording of its own thread. */
extern int flatland_capture_begin(struct flatland_entry* entry);
extern void flatland_capture_leaf(struct flatland_entry const* entry, struct flatland_leaf* leaf,
                                  void const* place);
extern void flatland_capture_unreached(struct flatland_entry const* entry,
                                       struct flatland_leaf* first, unsigned count);
extern void flatland_capture_end(struct flatland_entry* entry);
