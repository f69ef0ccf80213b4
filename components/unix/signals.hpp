// SPDX-License-Identifier: BSD-2-Clause
// Signals: their numbers, what is done with them, and which wait (signal(7)).
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>

namespace flat::unix {

/// The numbers of signals on x86_64.
enum Signal : u32 {
    sighup = 1,
    sigint = 2,
    sigquit = 3,
    sigill = 4,
    sigtrap = 5,
    sigabrt = 6,
    sigbus = 7,
    sigfpe = 8,
    sigkill = 9,
    sigsegv = 11,
    sigpipe = 13,
    sigalrm = 14,
    sigterm = 15,
    sigchld = 17,
    sigcont = 18,
    sigstop = 19,
    sigtstp = 20,
    sigttin = 21,
    sigttou = 22,
    sigurg = 23,
    sigxcpu = 24,
    sigxfsz = 25,
    sigvtalrm = 26,
    sigprof = 27,
    sigwinch = 28,
    sigsys = 31,
};

inline constexpr u32 signals_end = 65; ///< signals are from 1 to 64

constexpr bool is_signal(u32 number) {
    return number != 0 && number < signals_end;
}

/// A set of signals is a word with a bit for each.
constexpr u64 set_of(u32 signal) {
    return u64{1} << (signal - 1);
}

template<class... Signals>
constexpr u64 set_of(u32 first, Signals... others) {
    return set_of(first) | set_of(others...);
}

/// What nobody can block, catch or ignore.
inline constexpr u64 unblockable = set_of(sigkill, sigstop);
inline constexpr u64 stopping = set_of(sigstop, sigtstp, sigttin, sigttou);
inline constexpr u64 ignored_by_default = set_of(sigchld, sigcont, sigurg, sigwinch);
inline constexpr u64 dumping =
    set_of(sigquit, sigill, sigtrap, sigabrt, sigbus, sigfpe, sigsegv, sigxcpu, sigxfsz, sigsys);

/// What a process does when a signal comes, as `struct sigaction` of the kernel has it.
struct SignalAction {
    static constexpr vaddr by_default = 0; ///< SIG_DFL
    static constexpr vaddr ignore = 1;     ///< SIG_IGN

    vaddr handler = by_default;
    u64 flags = 0;
    vaddr restorer = 0;
    u64 mask = 0;
};

/// Flags of an action.
enum SignalFlag : u64 {
    sa_nocldstop = 1,
    sa_nocldwait = 2,
    sa_onstack = 0x0800'0000,
    sa_restart = 0x1000'0000,
    sa_nodefer = 0x4000'0000,
    sa_resethand = 0x8000'0000,
};

/// Why a signal was sent: what its handler finds in siginfo_t.
struct SignalCause {
    u32 code;   ///< SI_USER is 0
    u64 origin; ///< the sender and above it its user; an address; a timer and its overruns
    u64 value;  ///< what the sender has given with it
};

inline constexpr u32 code_of_kernel = 0x80; ///< SI_KERNEL

/// The actions of a process.
class SignalActions {
public:
    SignalAction& of(u32 signal) { return actions_[signal - 1]; }
    SignalAction const& of(u32 signal) const { return actions_[signal - 1]; }

    /// Whether a signal means nothing to the process.
    bool ignores(u32 signal) const {
        vaddr const handler = of(signal).handler;
        if (handler == SignalAction::ignore) return true;
        return handler == SignalAction::by_default && (ignored_by_default & set_of(signal)) != 0;
    }

    /// Whether the process ends by one of these signals.
    bool are_fatal(u64 signals) const {
        u64 const ending = signals & ~(ignored_by_default | stopping);
        for (u32 signal = 1; ending != 0 && signal < signals_end; ++signal)
            if ((ending & set_of(signal)) != 0 && of(signal).handler == SignalAction::by_default)
                return true;
        return false;
    }

    /// Another program begins: what was caught is as at first.
    void forget_handlers() {
        for (SignalAction& each : actions_)
            if (each.handler != SignalAction::ignore) each = {};
    }

private:
    SignalAction actions_[signals_end - 1];
};

/// Signals that have come: each once, but those of real time as often as they were sent, in order.
class PendingSignals {
public:
    static constexpr u32 first_queued = 32; ///< SIGRTMIN of the kernel
    static constexpr u32 queue_max =
        32; ///< of one signal that waits more than once: _POSIX_SIGQUEUE_MAX

    u64 set() const { return set_; }

    void forget(u64 signals) {
        set_ &= ~signals;
        u32 kept = 0;
        for (u32 i = 0; i < queued_; ++i)
            if ((signals & set_of(queue_[i].signal)) == 0) queue_[kept++] = queue_[i];
        queued_ = kept;
    }

    /// False if it would have to wait once more than there is room for.
    bool add(u32 signal, SignalCause const& cause) {
        bool const is_new = (set_ & set_of(signal)) == 0;
        if (!is_new && signal < first_queued) return true; // the first cause is told
        if (!is_new && queued_ == queue_max) return false;
        if (is_new)
            causes_[signal - 1] = cause;
        else
            queue_[queued_++] = {signal, cause};
        set_ |= set_of(signal);
        return true;
    }

    /// The cause of one that is no longer pending from now on, unless it was sent again.
    SignalCause take(u32 signal) {
        SignalCause const cause = causes_[signal - 1];
        u32 next = 0;
        while (next < queued_ && queue_[next].signal != signal)
            ++next;
        if (next == queued_) {
            set_ &= ~set_of(signal);
            return cause;
        }
        causes_[signal - 1] = queue_[next].cause;
        --queued_;
        for (; next < queued_; ++next)
            queue_[next] = queue_[next + 1];
        return cause;
    }

    /// Whether a signal waits that was sent for this reason.
    bool holds(u32 signal, u32 code, u64 origin) const {
        if ((set_ & set_of(signal)) == 0) return false;
        auto const is_it = [&](SignalCause const& cause) {
            return cause.code == code && cause.origin == origin;
        };
        if (is_it(causes_[signal - 1])) return true;
        for (u32 i = 0; i < queued_; ++i)
            if (queue_[i].signal == signal && is_it(queue_[i].cause)) return true;
        return false;
    }

private:
    struct Queued {
        u32 signal;
        SignalCause cause;
    };

    u64 set_ = 0;
    u32 queued_ = 0;
    SignalCause causes_[signals_end - 1]; // of those that are in the set
    Queued queue_[queue_max];
};

/// The signal of a set that comes first: what a program has caused itself, then by number.
constexpr u32 first_of(u64 signals) {
    constexpr u64 caused = set_of(sigsegv, sigbus, sigfpe, sigill, sigtrap, sigsys);
    return lowest_bit((signals & caused) != 0 ? signals & caused : signals) + 1;
}

} // namespace flat::unix
