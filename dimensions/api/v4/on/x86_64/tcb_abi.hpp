// SPDX-License-Identifier: BSD-2-Clause
// The AMD64 binding of a thread control block: message registers in processor registers.
#pragma once

#include <core/types.hpp>
#include <machine/register_frame.hpp>
#include <machine/tcb_base.hpp>

namespace flat::abi {

/// Moves messages between processor registers and UTCB, and keeps what a direct switch needs ready.
///
/// Message register 0 is r9; 1 to 7 are rax, rbx, r10, r12, r13, r14, r15; the partner is rsi, and
/// rdi the thread's own local name (as programs built on the user headers of L4Ka::Pistachio expect
/// it).
class TcbAbi : public virtual machine::TcbBase {
public:
    /// Puts the message registers of a system call into the UTCB.
    virtual void store_message();

    /// Puts a received message's registers and the sender into the frame.
    virtual void load_message(api::ThreadId sender);

    /// The same of a message of a tag and two words, which are in no UTCB.
    virtual void load_words(api::ThreadId sender, u64 tag, u64 word1, u64 word2);

    /// The same of a message that is nothing but a tag.
    virtual void load_tag(api::ThreadId sender, u64 tag);

    /// Makes `tag` the result of a system call.
    virtual void set_result_tag(u64 tag);

    /// The page-table root to run on; ready at hand, not to be looked up in the space.
    virtual paddr page_root() const { return page_root_; }
    void set_page_root(paddr root) { page_root_ = root; }

    /// The user's address of the message registers: what user code finds at gs:0.
    virtual vaddr local_id() const { return local_id_; }
    void set_local_id(vaddr local_id) { local_id_ = local_id; }

private:
    paddr page_root_ = 0;
    vaddr local_id_ = 0;
};

} // namespace flat::abi
