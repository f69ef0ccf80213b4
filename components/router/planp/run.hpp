// SPDX-License-Identifier: BSD-2-Clause
// One run of a program's channel for one packet.
#pragma once

#include <router/planp/blob.hpp>
#include <router/planp/packet.hpp>
#include <router/planp/state_table.hpp>

namespace flat::router::planp {

/// What a run leaves to be sent: the headers and what follows them, by one port or all others.
struct Departure {
    u32 port = 0;
    bool to_others = false;
    Header innermost = Header::ether;
    u8 const* places[3] = {};
    Blob content{0};          // what follows them
    u8 const* made = nullptr; // where it is, if it was made
};

/// What a program can ask for beside the packet.
class Surroundings {
public:
    /// Milliseconds since the start.
    virtual u64 now_ms() = 0;

    /// The hardware address of a port; 0 if there is none of this number.
    virtual u64 port_address(u64 port) = 0;

    /// How many ports there are.
    virtual u64 port_count() = 0;

protected:
    ~Surroundings() = default;
};

/// The memory that a program runs in: it belongs to one run at a time.
class Run {
public:
    /// A packet, its frame, and by which port it has come.
    struct Arrival {
        Packet const& packet;
        Message const& frame;
        u32 port;
        Surroundings& surroundings;
    };

    /// Begins with tables, whose memory must be 0, and with the state that the form states.
    void begin(Form const& form, u64* table_words);

    /// Words of memory that the tables of a form need.
    static u64 table_words(Form const& form);

    /// Runs the first channel whose pattern the packet matches. False if there is none, or if the
    /// program has failed: then nothing is to be sent, and the state is as it was but for tables.
    bool run(Form const& form, Arrival const& arrival);

    Span<Departure const> departures() const { return {departures_, departure_count_}; }

private:
    void begin_channel(Form const& form, u32 channel, Arrival const& arrival, u64* r);
    bool execute(Instruction const* code, Arrival const& arrival, u64* r, u64* changed);
    void change(Instruction const& each, u64* r);
    void adjust(Instruction const& each, u64* r);
    void make(Instruction const& each, Message const& frame, u64* r);
    bool load_blob(Instruction const& each, Message const& frame, u64* r);
    bool part_blob(Instruction const& each, u64* r);
    bool thin_blob(Instruction const& each, Message const& frame, u64* r);
    void send(Instruction const& each, u64 const* r);
    u8* copied(Instruction const& each, u64 const* r);

    static u8 const* place(u64 const* r, u32 number) { return pointer_to<u8 const>(r[number]); }

    u64 state_[Form::states_max];
    u8 slots_[Form::slots_max][slot_bytes] = {};
    MadeBytes made_;
    StateTable tables_[Form::tables_max];
    Departure departures_[Form::sends_max];
    u32 departure_count_ = 0;
    u32 state_count_ = 0;
};

} // namespace flat::router::planp
