// SPDX-License-Identifier: BSD-2-Clause
// Memory of this domain for code that comes at run time: the root task has it, and decides.
#include "root.hpp"

#include <domain/code_pages.hpp>

namespace flat::domain {

namespace {

u64 ask(l4::DomainRequest request, u64 first, u64 second, u64 third) {
    Message message{0, {first, second, third}};
    ask_root(request, 3, message);
    return message.words[0];
}

} // namespace

vaddr take_code_pages(u64 pages) {
    return ask(l4::DomainRequest::code, pages, 0, 0);
}

bool seal_code_pages(vaddr address, u64 pages, bool is_executable) {
    return ask(l4::DomainRequest::seal, address, pages, is_executable) != 0;
}

void release_code_pages(vaddr address, u64 pages) {
    ask(l4::DomainRequest::release_code, address, pages, 0);
}

} // namespace flat::domain
