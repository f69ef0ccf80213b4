// SPDX-License-Identifier: BSD-2-Clause
// Facts as code, for the pass plug-in: what holds when a function is called, in the source's own
// language, for C and C++.
//
//     FLATLAND_FACTS void facts(struct client *h, int flags) {      // the entry's parameters; it
//     never runs
//         FLATLAND_VERSION(send_word, "send_fast");         // send_fast is like send_word
//         FLATLAND_TESTED(h->operation = ENCODE);           // what holds when it begins
//         FLATLAND_KEPT(h->stream->kind = MEMORY);
//         FLATLAND_TESTED(flags = 0);
//     }
//
// The pass makes `send_fast`, which tests the facts and runs the version that was made for them, or
// send_word, and removes the facts function. Several facts functions of one version are its
// choices, in their order. (Volanschi, Muller, Consel 1996, §4.1; what a fact means is said in
// engine/facts.hpp.)
#pragma once

#ifdef __cplusplus
#define FLATLAND_C extern "C"
#else
#define FLATLAND_C extern
#endif

/// Before a facts function: nobody calls it, and no pass but ours may change it.
#define FLATLAND_FACTS static __attribute__((used, noinline, optnone))

/// Begins it; the version's name is a literal.
#define FLATLAND_VERSION(entry, name) flatland_version((void (*)(void))(entry), name)

/// An assignment that states what a place holds: tested at each call, and taken for lost where
/// something that the pass cannot follow may write it.
#define FLATLAND_TESTED(...) (flatland_fact(__COUNTER__, 0), (void)(__VA_ARGS__))

/// The same, and nothing writes it while the function runs: you answer for that.
#define FLATLAND_KEPT(...) (flatland_fact(__COUNTER__, 2), (void)(__VA_ARGS__))

/// The same, and it is not tested: you answer for the value, too.
#define FLATLAND_PROMISED(...) (flatland_fact(__COUNTER__, 1), (void)(__VA_ARGS__))

/// There is an object of so many bytes; nothing is known of its contents.
#define FLATLAND_OBJECT(pointer, size_bytes) flatland_object(__COUNTER__, pointer, size_bytes)

/// The object overlaps no other that the function uses: not tested.
#define FLATLAND_APART(pointer) flatland_apart(pointer)

// What the pass reads; nothing defines them.
FLATLAND_C void flatland_version(void (*entry)(void), char const* name);
FLATLAND_C void flatland_fact(int number, int kept);
FLATLAND_C void flatland_object(int number, void const* object, unsigned long size_bytes);
FLATLAND_C void flatland_apart(void const* object);
