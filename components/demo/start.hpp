// SPDX-License-Identifier: BSD-2-Clause
// Makes a thread or a domain and lets it run, or panics.
#pragma once

#include <core/panic.hpp>
#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <flat/domain/domain_manager.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::demo {

/// A thread that runs `body`.
inline thread::Thread& start(thread::ThreadManager& threads, thread::Thread::Body& body) {
    auto const created = threads.create({});
    if (created.is_error()) panic("there is no memory for a thread");
    auto& thread = *narrow_to<thread::Thread>(*created.value());
    thread.start(body);
    return thread;
}

/// A domain of the image that the assembly calls `name`.
inline domain::Domain& start(domain::DomainManager& domains, Text name) {
    auto const made = domains.create(name.bytes());
    if (made.is_error()) panic("a domain cannot be made");
    auto& domain = *narrow_to<domain::Domain>(*made.value());
    domain.start();
    return domain;
}

} // namespace flat::demo
