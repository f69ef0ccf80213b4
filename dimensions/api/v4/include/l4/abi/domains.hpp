// SPDX-License-Identifier: BSD-2-Clause
// Domains of an assembly as L4 tasks: what kernel, root task and domains tell each other. Ours.
#pragma once

#include <l4/abi/message_tag.hpp>
#include <l4/abi/thread_id.hpp>
#include <l4/abi/types.hpp>

namespace l4 {

/// The image of one domain, or of a program, as its ELF file: it lies in the root task's memory.
struct DomainImage {
    static constexpr unsigned name_size = 48;
    static constexpr Word all_pages = ~Word{0};

    char name[name_size]; ///< ends with zero
    Word first;           ///< its first byte, page aligned
    Word size_bytes;
    Word pages_max;      ///< the most memory that it may have; `all_pages`: as much as there is
    Word code_pages;     ///< the most of them that it may write and execute then; 0: none
    Word reports_faults; ///< 1 of a domain, which has an entry for that; 0 of a program
};

/// Ports, and perhaps an interrupt line, that a domain may use.
struct DomainGrant {
    static constexpr Word no_line = ~Word{0};

    Word domain; ///< its place in the assembly, from 1 on
    Word first_port;
    Word ports; ///< one at least
    Word line;
};

/// One domain may make another: places in the assembly, from 1 on.
struct DomainMaking {
    Word maker;
    Word made;
    Word at_once; ///< so many at a time; one at least
    Word pages;   ///< the most memory that each may have
};

/// What `boot_info` of the kernel interface page leads to, in the root task's memory: the domains
/// of the assembly, then its boot modules but sigma0 and root. 0 if it has neither.
struct DomainImages {
    static constexpr Word magic_value = 0x736e'6961'6d6f'6466; // "fdomains"

    Word magic;
    Word count;
    Word grant_count;  ///< of what follows the images
    Word making_count; ///< of what follows the grants

    DomainImage const* images() const { return reinterpret_cast<DomainImage const*>(this + 1); }
    DomainGrant const* grants() const {
        return reinterpret_cast<DomainGrant const*>(images() + count);
    }
    DomainGrant* grants() { return reinterpret_cast<DomainGrant*>(images() + count); }
    DomainMaking const* makings() const {
        return reinterpret_cast<DomainMaking const*>(grants() + grant_count);
    }
    DomainMaking* makings() { return reinterpret_cast<DomainMaking*>(grants() + grant_count); }
    DomainImage* images() { return reinterpret_cast<DomainImage*>(this + 1); }
};

/// What domains send to the root task, by label.
enum class DomainRequest : Word {
    end = 1,   ///< a status: ends the domain. No answer comes
    serve = 2, ///< it is called from now on, and does no more by itself. The answer is empty
    fault = 3, ///< asks for the fault by which it has come here: vector, instruction, address
    grant = 4, ///< a number, from 0 on: which ports, how many, which line; no ports: there is none
    line = 5,  ///< a line that it has been granted: its messages come. The answer is 1, or 0
    /// A place: the threads of the domains from there on, as many as a message has. Of several of
    /// one image it is that of the first that was made and has not ended; where there is none, the
    /// one that the next domain will have.
    threads = 6,
    memory = 13, ///< a number of pages: the address of the first, or 0 if there are not as many
    attend = 17, ///< an entry and a stack's end: there its attendant begins. The answer is 1, or 0

    // Of domains that may execute what they have written.
    code = 14, ///< a number of pages: the address of the first, or 0 if it may not have as many
    seal =
        15, ///< an address, a number of pages, whether they are executed: 1, or 0 if they cannot be
    release_code = 16, ///< an address, a number of pages: 1, or 0 if it has not got all of them

    // Of domains that make others. What they have made they name by its slot.
    create = 7,   ///< a name, with zeros after it: the slot, or 0 and a `NotMade`
    start = 8,    ///< a slot; the answer is 1, or 0 if it is not the sender's or has been started
    join = 9,     ///< a slot: answered with the status when it has ended, or serves
    outlive = 10, ///< the same, when it has ended
    release = 11, ///< a slot: ends it, if it has not, and gives all of it back. The answer is empty
    pages = 12,   ///< the pages that the root task has for domains, and those that are free
};

/// Why a domain is not made.
enum class NotMade : Word {
    unknown = 1,   ///< there is no such one that the sender may make
    exhausted = 2, ///< there are as many as may be, or no memory
};

/// The most domains that are there at a time. Each has a slot, from 1 on, in which domains of one
/// image follow each other.
inline constexpr Word domain_slots_max = 128;

/// The thread of a domain: its number says the slot, after that of the root task. Its version says
/// the image, by its place in the assembly, and how many domains were in the slot before. A domain
/// may have a second thread, its attendant, with a number above those of all domains.
class DomainThread {
public:
    /// So many domains can be in a slot, one after the other.
    static constexpr Word generations = Word{1} << 19;

    /// The most images of an assembly.
    static constexpr Word places_max = 127;

    static constexpr ThreadId name(Word root, Word slot, Word place, Word generation) {
        return ThreadId::global(root + slot,
                                generation << generation_shift | place << place_shift | not_zero);
    }

    /// 0 of a thread that is none of a domain.
    static constexpr Word place(ThreadId thread) {
        return thread.raw() >> place_shift & ((Word{1} << place_bits) - 1);
    }

    /// How many domains were in its slot before, modulo `generations`.
    static constexpr Word generation(ThreadId thread) {
        return thread.version() >> generation_shift;
    }

    /// Of a thread of a domain.
    static constexpr Word slot(Word root, ThreadId thread) {
        return thread.number() - root - (is_attendant(root, thread) ? domain_slots_max : 0);
    }

    static constexpr ThreadId attendant(ThreadId thread) {
        return ThreadId::global(thread.number() + domain_slots_max, thread.version());
    }
    static constexpr bool is_attendant(Word root, ThreadId thread) {
        return thread.number() > root + domain_slots_max;
    }

    /// The thread of a domain whose thread, or attendant, this is.
    static constexpr ThreadId first(Word root, ThreadId thread) {
        return ThreadId::global(root + slot(root, thread), thread.version());
    }

private:
    static constexpr Word not_zero = 1; ///< a version's lowest bits never are
    static constexpr Word place_shift = 6;
    static constexpr Word place_bits = 7;
    static_assert(places_max < Word{1} << place_bits);
    static constexpr Word generation_shift = place_shift + place_bits;
};

/// The entry of a domain's faults lies so far after that of its image.
inline constexpr Word domain_fault_entry = 16;

} // namespace l4
