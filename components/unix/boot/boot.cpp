// SPDX-License-Identifier: BSD-2-Clause
// The beginning and the end of a UNIX: runs the first program.
#include <unix/boot/boot.hpp>

#include <core/bits.hpp>
#include <core/format.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <domain/page.hpp>
#include <flat/memory/owned_object.hpp>
#include <machine/boot_words.hpp>
#include <machine/physical.hpp>
#include <unix/boot/program_words.hpp>

namespace flat::unix::boot {

void Boot::run() {
    auto const contents = file->contents();
    if (contents.bytes == 0) panic("unix: there is no program: flat run --module FILE");
    paddr const base = machine::virtual_to_physical(pointer_to<void>(contents.base));
    u64 const pages = divide_up<u64>(contents.bytes, domain::page_size);
    auto const program = memory->image(*frames, pages, base, contents.bytes);
    if (program.is_error()) panic("unix: there is no memory for the program");
    TextBuffer<words_max> words;
    if (!read_program_words(machine::boot_word("program"), words)) panic("unix: too many words");
    Text const said = words.text().is_empty() ? Text("/bin/sh\0", 8) : words.text();
    u32 const status = starter->run(*program.value(), contents.bytes, said.bytes(), *terminal);
    TextBuffer<64> line;
    line.put("@record {\"program_status\": ");
    format(line, "{}", status);
    line.put("}\n");
    lines->begin();
    console->write(line.text().bytes());
}

} // namespace flat::unix::boot
