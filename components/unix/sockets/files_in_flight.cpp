// SPDX-License-Identifier: BSD-2-Clause
// Files that were sent and not received yet: which nobody can receive.
#include <unix/sockets/files_in_flight.hpp>

#include <machine/interrupts.hpp>

namespace flat::unix::sockets {

namespace {

/// Calls `visit` with each socket among files that wait, and the open file that it is.
void each_socket(PassedFiles const& files, auto visit) {
    for (OpenDescription* const each : files.waiting())
        if (auto* const inner = narrow_to<Passable>(each->file())) visit(*inner, *each);
}

} // namespace

/// Counts for each socket in how many messages of sockets in flight it is.
class FilesInFlight::Counter final : public Passable::Visitor {
public:
    void visit(MessageRing::Passed& passed) override {
        for (PassedFiles const& files : passed)
            each_socket(files, [](Passable& inner, OpenDescription&) { ++inner.inner_; });
    }
};

/// Reaches what can be received from a socket that is reached.
class FilesInFlight::Marker final : public Passable::Visitor {
public:
    explicit Marker(FilesInFlight& flight) : flight_(flight) {}

    void visit(MessageRing::Passed& passed) override {
        for (PassedFiles const& files : passed)
            each_socket(files, [this](Passable& inner, OpenDescription&) { flight_.reach(inner); });
    }

private:
    FilesInFlight& flight_;
};

/// Takes away what waits.
class FilesInFlight::Remover final : public Passable::Visitor {
public:
    void visit(MessageRing::Passed& passed) override {
        while (PassedFiles* const each = passed.pop_front())
            removed.push_back(*each);
    }

    MessageRing::Passed removed;
};

void FilesInFlight::enter(PassedFiles const& files) {
    count_ += files.count();
    each_socket(files, [this](Passable& inner, OpenDescription& open) {
        if (inner.flights_++ != 0) return;
        inner.open_ = &open;
        members_.push_back(inner);
    });
}

void FilesInFlight::leave(PassedFiles const& files) {
    count_ -= files.count();
    each_socket(files, [this](Passable& inner, OpenDescription&) {
        if (--inner.flights_ == 0) members_.remove(inner);
    });
}

void FilesInFlight::reach(Passable& member) {
    if (exchange(member.is_reached_, true)) return;
    members_.remove(member);
    reached_.push_back(member);
}

/// Who has a keeper besides messages of sockets in flight is reached, and what waits in who is.
void FilesInFlight::mark() {
    Counter counter;
    for (Passable& each : members_)
        each.inner_ = 0;
    for (Passable& each : members_)
        each.show(counter);
    for (Passable* each = members_.first(); each;) {
        Passable* const next = members_.after(*each);
        if (each->open_->keepers() > each->inner_) reach(*each);
        each = next;
    }
    Marker marker(*this);
    for (Passable* each = reached_.first(); each; each = reached_.after(*each))
        each->show(marker);
}

void FilesInFlight::take_unreachable(DroppedFiles& dropped) {
    Remover remover;
    for (Passable& each : members_)
        each.show(remover);
    while (Passable* const each = reached_.pop_front()) {
        each->is_reached_ = false;
        members_.push_back(*each);
    }
    while (PassedFiles* const each = remover.removed.pop_front()) {
        leave(*each);
        dropped.add(*each);
    }
}

void FilesInFlight::collect(DroppedFiles& dropped) {
    {
        machine::InterruptGuard const guard;
        if (members_.is_empty()) return;
        mark();
        take_unreachable(dropped);
    }
    dropped.close_all();
}

} // namespace flat::unix::sockets
