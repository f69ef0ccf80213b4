// SPDX-License-Identifier: BSD-2-Clause
// The binding of a thread control block to a process: message registers are members.
#pragma once

#include <core/types.hpp>
#include <machine/tcb_base.hpp>

namespace flat::abi {

/// A system call's message registers as its caller leaves and finds them. As on other architectures
/// the first eight are registers, and the UTCB has the rest.
class TcbAbi : public virtual machine::TcbBase {
public:
    static constexpr u32 register_words = 8;

    /// The message registers that are registers, tag first, and the partner of a receive.
    u64 registers[register_words] = {};
    u64 partner = 0;

    /// Puts the message registers of a system call into the UTCB.
    virtual void store_message();

    /// Puts a received message's registers and the sender where the caller finds them.
    virtual void load_message(api::ThreadId sender);

    /// The same of a message of a tag and two words, which are in no UTCB.
    virtual void load_words(api::ThreadId sender, u64 tag, u64 word1, u64 word2) {
        load_tag(sender, tag);
        registers[1] = word1;
        registers[2] = word2;
    }

    /// The same of a message that is nothing but a tag.
    virtual void load_tag(api::ThreadId sender, u64 tag) {
        partner = sender.raw();
        registers[0] = tag;
    }

    /// Makes `tag` the result of a system call.
    virtual void set_result_tag(u64 tag) { registers[0] = tag; }

    /// The root of the translations that the thread runs on.
    virtual paddr page_root() const { return page_root_; }
    void set_page_root(paddr root) { page_root_ = root; }

    /// The user's address of the message registers.
    virtual vaddr local_id() const { return local_id_; }
    void set_local_id(vaddr local_id) { local_id_ = local_id; }

private:
    paddr page_root_ = 0;
    vaddr local_id_ = 0;
};

} // namespace flat::abi
