// SPDX-License-Identifier: BSD-2-Clause
// What an inspector answers to what comes from the console.
#include <service/inspection/answers.hpp>

#include <service/inspection/inspect_line.hpp>

namespace flat::service {

Result<void, InspectError> Answers::enroll(Inspected& domain) {
    u32 const count = TRY(enrolled_.add(domain));
    Telling::Line line;
    InspectLine(line).number("enrolled", count).end();
    write(line.text());
    return {};
}

bool Answers::take_what_has_come() {
    u8 bytes[64];
    u32 const count = input_.read(bytes);
    for (u32 i = 0; i < count; ++i)
        take(bytes[i]);
    return count != 0;
}

void Answers::take(u8 byte) {
    if (byte == '\r') return;
    if (byte != '\n') {
        if (request_size_ < request_max) request_[request_size_] = byte;
        if (request_size_ <= request_max) ++request_size_;
        return;
    }
    usize const size = exchange(request_size_, usize{0});
    answer(size <= request_max ? Text::from_bytes(Span<u8 const>(request_).first(size)) : Text());
}

void Answers::answer(Text request) {
    if (request == "bindings") return tell(Inspected::Question::bindings, request);
    if (request == "counts") return tell(Inspected::Question::counts, request);
    if (request == "reset") return tell(Inspected::Question::reset, request);
    Telling::Line line;
    InspectLine(line).text("error", "ask for bindings, counts or reset").end();
    write(line.text());
}

void Answers::tell(Inspected::Question question, Text request) {
    for (u32 place = 0;; ++place) {
        Telling::Line line;
        if (!telling_.tell(question, place, line)) break;
        write(line.text());
    }
    enrolled_.ask(question, *this);
    Telling::Line line;
    InspectLine(line).text("end", request).end();
    write(line.text());
}

void Answers::write(Text line) {
    log_.write(log::Log::Level::info, line.bytes());
}

} // namespace flat::service
