// SPDX-License-Identifier: BSD-2-Clause
// What a domain that makes others asks the root task for.
#include "root.hpp"

#include <core/memory.hpp>
#include <domain/message.hpp>
#include <domain/tasks.hpp>

namespace flat::domain {

namespace {

Message ask(l4::DomainRequest request, u64 word) {
    Message message{0, {word}};
    ask_root(request, 1, message);
    return message;
}

} // namespace

Result<u64, l4::NotMade> make_task(Span<u8 const> name) {
    constexpr usize size = l4::DomainImage::name_size;
    Message message;
    static_assert(size <= sizeof message.words);
    if (name.size() >= size) return l4::NotMade::unknown;
    memcpy(message.words, name.data(), name.size());
    ask_root(l4::DomainRequest::create, size / sizeof(u64), message);
    if (message.words[0] == 0) return l4::NotMade{message.words[1]};
    return message.words[0];
}

bool start_task(u64 slot) {
    return ask(l4::DomainRequest::start, slot).words[0] != 0;
}

u32 join_task(u64 slot) {
    return static_cast<u32>(ask(l4::DomainRequest::join, slot).words[0]);
}

u32 outlive_task(u64 slot) {
    return static_cast<u32>(ask(l4::DomainRequest::outlive, slot).words[0]);
}

void release_task(u64 slot) {
    ask(l4::DomainRequest::release, slot);
}

TaskPages task_pages() {
    Message const answer = ask(l4::DomainRequest::pages, 0);
    return {answer.words[0], answer.words[1]};
}

vaddr reserve_pages(u64 pages) {
    return ask(l4::DomainRequest::memory, pages).words[0];
}

} // namespace flat::domain
