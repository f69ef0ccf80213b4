// SPDX-License-Identifier: BSD-2-Clause
// Runs a PlanP program for each frame that comes.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <router/planp/interpreter.flat.hpp>
#include <router/planp/run.hpp>

namespace flat::router::planp {

/// The reference interpreter (docs/planp.md). The program is a boot module; its form is checked
/// before anything of it runs. A packet that no channel is for, or at which the program fails, is
/// dropped. One packet is worked on at a time.
class Interpreter : public InterpreterComponent, Surroundings, NonCopyable {
public:
    /// Panics with the reason if there is no such module, or it is no program.
    Interpreter(Ports const& ports, Attributes const& attributes);
    ~Interpreter();

    void arrived(u32 port, Message& frame) override;

    /// Packets that no channel was for, or at which the program has failed.
    u64 dropped() const { return dropped_; }

private:
    u64 now_ms() override;
    u64 port_address(u64 port) override;
    u64 port_count() override { return ports.size(); }

    void begin(Span<u8 const> program);
    void depart(Departure const& departure, Run::Arrival const& arrival, Message& frame,
                bool is_last);
    static Message::Outcome write(Departure const& departure, Message const& frame, Message& made);
    void send(Departure const& departure, u32 from, Message& frame);

    Form form_;
    Guarded<Run> run_;
    u64* tables_ = nullptr;
    SharedCounter dropped_;
};

} // namespace flat::router::planp
