// SPDX-License-Identifier: BSD-2-Clause
// Keeps what the recorded places held, and writes it to a file: part of each recording object.
// Its header stands before this text. It needs libc alone, allocates nothing, keeps errno, and
// calls only what signal handlers may call.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_values = 4, attempts_before_yield = 1000, yields_before_look = 1000 };

static struct flatland_entry* entries;
static struct flatland_source* sources;
static char file_name[4096];
static int lock;
static int process;        /// that registered
static int locked_process; /// whose threads hold the lock
static int is_finished;
static __thread int is_recording;

/// After a fork the lock may be held by a thread that the child does not have.
static void free_lock_of_parent(void) {
    int known = __atomic_load_n(&locked_process, __ATOMIC_RELAXED);
    int const own = getpid();
    if (known != own && __atomic_compare_exchange_n(&locked_process, &known, own, 0,
                                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void take_lock(void) {
    for (unsigned long attempt = 1; __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE); ++attempt) {
        if (attempt < attempts_before_yield) continue;
        sched_yield();
        if (attempt % yields_before_look == 0) free_lock_of_parent();
    }
}

/// Text on its way to a file.
struct output {
    int file;
    int has_failed;
    size_t used;
    char buffer[4096];
};

static void flush(struct output* out) {
    size_t done = 0;
    while (done < out->used && !out->has_failed) {
        ssize_t const count = write(out->file, out->buffer + done, out->used - done);
        if (count > 0) done += (size_t)count;
        if (count < 0 && errno != EINTR) out->has_failed = 1;
    }
    out->used = 0;
}

static void put_character(struct output* out, char character) {
    if (out->used == sizeof out->buffer) flush(out);
    out->buffer[out->used++] = character;
}

static void put(struct output* out, char const* text) {
    while (*text)
        put_character(out, *text++);
}

static void put_number(struct output* out, unsigned long number) {
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count > 0)
        put_character(out, digits[--count]);
}

static void put_hexadecimal(struct output* out, unsigned char byte) {
    put_character(out, "0123456789abcdef"[byte >> 4]);
    put_character(out, "0123456789abcdef"[byte & 15]);
}

static void put_quoted(struct output* out, char const* text) {
    put_character(out, '"');
    for (; *text; ++text) {
        if ((unsigned char)*text < ' ') {
            put(out, "\\u00");
            put_hexadecimal(out, (unsigned char)*text);
            continue;
        }
        if (*text == '"' || *text == '\\') put_character(out, '\\');
        put_character(out, *text);
    }
    put_character(out, '"');
}

static void put_field(struct output* out, char const* name, unsigned long number) {
    put(out, ", \"");
    put(out, name);
    put(out, "\": ");
    put_number(out, number);
}

static struct flatland_symbol const* symbol_at(struct flatland_symbol const* symbols,
                                               unsigned long address) {
    for (; symbols->name; ++symbols) {
        unsigned long const begin = (unsigned long)symbols->address;
        if (begin == 0 || address < begin) continue;
        if (address == begin || address - begin < symbols->size) return symbols;
    }
    return NULL;
}

/// False: the address lies in nothing that the source can name.
static int put_symbol(struct output* out, struct flatland_source const* source,
                      unsigned long address) {
    struct flatland_symbol const* const symbol = symbol_at(source->symbols, address);
    if (symbol == NULL) return 0;
    put(out, "{\"symbol\": ");
    put_quoted(out, symbol->name);
    put_field(out, "offset", address - (unsigned long)symbol->address);
    return 1;
}

/// The name that another source has for the address.
static int put_foreign_symbol(struct output* out, unsigned long address) {
    for (struct flatland_source const* each = sources; each; each = each->next) {
        if (!put_symbol(out, each, address)) continue;
        put(out, ", \"source\": ");
        put_quoted(out, each->file);
        return 1;
    }
    return 0;
}

/// A pointer by the name of what it leads to; another one means nothing outside of this process.
static void put_pointer(struct output* out, struct flatland_source const* own,
                        unsigned char const* bytes) {
    unsigned long address;
    memcpy(&address, bytes, sizeof address);
    if (address == 0)
        put(out, "{\"null\": true");
    else if (!put_symbol(out, own, address) && !put_foreign_symbol(out, address))
        put(out, "{\"elsewhere\": true");
}

/// The bytes of a number from the lowest address on.
static void put_bytes(struct output* out, unsigned char const* bytes, unsigned size) {
    put(out, "{\"bytes\": \"");
    for (unsigned i = 0; i < size; ++i)
        put_hexadecimal(out, bytes[i]);
    put(out, "\"");
}

static void put_leaf(struct output* out, struct flatland_entry const* entry,
                     struct flatland_leaf const* leaf) {
    put(out, "{\"path\": ");
    put_quoted(out, leaf->path);
    put_field(out, "size", leaf->size);
    put_field(out, "unreached", leaf->unreached);
    put_field(out, "first_unreached", leaf->first_unreached);
    put(out,
        leaf->has_more ? ", \"more\": true, \"values\": [" : ", \"more\": false, \"values\": [");
    for (unsigned i = 0; i < leaf->value_count; ++i) {
        if (i > 0) put(out, ", ");
        if (leaf->is_pointer)
            put_pointer(out, entry->source, leaf->values[i].bytes);
        else
            put_bytes(out, leaf->values[i].bytes, leaf->size);
        put_field(out, "calls", leaf->values[i].calls);
        put_field(out, "first_call", leaf->values[i].first_call);
        put(out, "}");
    }
    put(out, "]}");
}

static void put_entry(struct output* out, struct flatland_entry const* entry) {
    put(out, "    {\"version\": ");
    put_quoted(out, entry->version);
    put_field(out, "calls", entry->calls);
    put_field(out, "missed", entry->missed);
    put(out, ", \"leaves\": [");
    for (unsigned i = 0; i < entry->leaf_count; ++i) {
        put(out, i > 0 ? ",\n        " : "\n        ");
        put_leaf(out, entry, &entry->leaves[i]);
    }
    put(out, "\n    ]}");
}

/// `name`, perhaps with the process's number: a child of fork does not write over its parent's
/// file.
static int name_for_process(char* name, size_t size, char const* end) {
    int const own = getpid();
    char number[16] = "";
    char* digit = number + sizeof number - 1;
    *digit = 0;
    if (own != process)
        for (int rest = own; rest > 0; rest /= 10)
            *--digit = (char)('0' + rest % 10);
    char const* const parts[] = {file_name, *digit ? "." : "", digit, end};
    size_t used = 0;
    for (int i = 0; i < 4; ++i)
        for (char const* each = parts[i]; *each; ++each) {
            if (used + 1 == size) return 0;
            name[used++] = *each;
        }
    name[used] = 0;
    return 1;
}

/// The file is whole at each moment, so that it is there even after a signal that ends the program.
static int write_file(int is_complete) {
    static struct output out;
    static char name[sizeof file_name + 32];
    static char unfinished[sizeof file_name + 32];
    if (!name_for_process(name, sizeof name, "")) return 0;
    if (!name_for_process(unfinished, sizeof unfinished, ".unfinished")) return 0;
    out.used = 0;
    out.has_failed = 0;
    out.file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out.file < 0) return 0;
    put(&out, is_complete ? "{\"version\": 1, \"complete\": true, \"entries\": ["
                          : "{\"version\": 1, \"complete\": false, \"entries\": [");
    for (struct flatland_entry const* each = entries; each; each = each->next) {
        put(&out, each == entries ? "\n" : ",\n");
        put_entry(&out, each);
    }
    put(&out, "\n]}\n");
    flush(&out);
    close(out.file);
    if (!out.has_failed && rename(unfinished, name) == 0) return 1;
    unlink(unfinished);
    return 0;
}

static void say(char const* text) {
    struct output out = {2, 0, 0, {0}};
    put(&out, "flatland: cannot write ");
    put(&out, text);
    put(&out, "\n");
    flush(&out);
}

/// At the end of the process, by return from main, exit or quick_exit; the latter perhaps in a
/// signal handler that interrupted a recording.
__attribute__((destructor)) static void finish(void) {
    if (entries == NULL) return;
    int const old_error = errno;
    if (!is_recording) take_lock();
    if (!write_file(1)) say(file_name);
    is_finished = 1;
    if (!is_recording) __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    errno = old_error;
}

/// The file lies where the program was started, wherever it goes from there.
static void choose_file(char const* version) {
    char const* wanted = getenv("FLATLAND_CAPTURE");
    char const* const end = wanted && *wanted ? "" : ".capture";
    if (*end) wanted = version;
    size_t used = 0;
    if (*wanted != '/' && getcwd(file_name, sizeof file_name)) {
        used = strlen(file_name);
        file_name[used++] = '/';
    }
    if (used + strlen(wanted) + strlen(end) >= sizeof file_name) used = 0;
    file_name[used] = 0;
    strncat(file_name, wanted, sizeof file_name - 1 - used);
    strncat(file_name, end, sizeof file_name - 1 - strlen(file_name));
}

void flatland_capture_register(struct flatland_entry* entry) {
    if (entries == NULL) {
        process = getpid();
        locked_process = process;
        choose_file(entry->version);
        at_quick_exit(finish);
    }
    struct flatland_entry** last = &entries;
    while (*last)
        last = &(*last)->next;
    *last = entry;
}

void flatland_capture_register_source(struct flatland_source* source) {
    source->next = sources;
    sources = source;
}

int flatland_capture_begin(struct flatland_entry* entry) {
    if (is_recording) {
        __atomic_fetch_add(&entry->missed, 1, __ATOMIC_RELAXED);
        return 0;
    }
    int const old_error = errno;
    is_recording = 1;
    take_lock();
    ++entry->calls;
    errno = old_error;
    return 1;
}

void flatland_capture_leaf(struct flatland_entry const* entry, struct flatland_leaf* leaf,
                           void const* place) {
    for (unsigned i = 0; i < leaf->value_count; ++i)
        if (memcmp(leaf->values[i].bytes, place, leaf->size) == 0) {
            ++leaf->values[i].calls;
            return;
        }
    if (leaf->value_count == most_values) {
        leaf->has_more = 1;
        return;
    }
    struct flatland_value* const value = &leaf->values[leaf->value_count++];
    memcpy(value->bytes, place, leaf->size);
    value->calls = 1;
    value->first_call = entry->calls;
}

void flatland_capture_unreached(struct flatland_entry const* entry, struct flatland_leaf* first,
                                unsigned count) {
    for (; count > 0; --count, ++first)
        if (first->unreached++ == 0) first->first_unreached = entry->calls;
}

/// Written after 1, 2, 4, 8, ... calls: what ends without `finish` has lost half at most.
void flatland_capture_end(struct flatland_entry* entry) {
    int const old_error = errno;
    if (!is_finished && (entry->calls & (entry->calls - 1)) == 0) write_file(0);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    is_recording = 0;
    errno = old_error;
}
