// SPDX-License-Identifier: BSD-2-Clause
// Files that the program reads and writes: whole, and touched only when they change.
#include "files.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

namespace rewrite {

std::optional<std::string> read_text(std::string const& path, Diagnostics& diagnostics) {
    auto const buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
    if (buffer) return (*buffer)->getBuffer().str();
    diagnostics.refuse("C0110", {},
                       "`" + path + "` cannot be read: " + buffer.getError().message());
    return std::nullopt;
}

static bool holds(std::string const& path, std::string_view text) {
    auto const buffer = llvm::MemoryBuffer::getFile(path);
    return buffer && (*buffer)->getBuffer() == llvm::StringRef(text);
}

bool write_text(std::string const& path, std::string_view text, Diagnostics& diagnostics) {
    if (path == "-") {
        llvm::outs() << text;
        llvm::outs().flush();
        return true;
    }
    if (holds(path, text)) return true;
    auto const write = [text](llvm::raw_ostream& out) {
        out << text;
        return llvm::Error::success();
    };
    llvm::Error problem = llvm::writeToOutput(path, write);
    if (!problem) return true;
    diagnostics.refuse("C0111", {},
                       "`" + path + "` cannot be written: " + toString(std::move(problem)));
    return false;
}

/// The place within LLVM's message `[line:column, byte=n]: message`, which it does not offer apart.
static Place place_in(std::string const& file, llvm::StringRef& message) {
    Place place{file};
    auto const [position, words] = message.split(": ");
    llvm::StringRef numbers = position;
    if (!numbers.consume_front("[") || numbers.consumeInteger(10, place.line) ||
        !numbers.consume_front(":") || numbers.consumeInteger(10, place.column))
        return {file};
    message = words;
    return place;
}

std::optional<llvm::json::Value> parse_json(std::string const& file, std::string_view text,
                                            Diagnostics& diagnostics) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    if (value) return std::move(*value);
    std::string const problem = toString(value.takeError());
    llvm::StringRef message = problem;
    Place const place = place_in(file, message);
    diagnostics.refuse("C0112", place, "this is not JSON: " + message.str());
    return std::nullopt;
}

std::string json_text(llvm::json::Value const& value) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::formatv("{0:2}\n", value);
    return text;
}

std::string hash_of(std::string_view text) {
    llvm::StringRef const bytes(text);
    auto const hash = llvm::xxh3_128bits(llvm::ArrayRef(bytes.bytes_begin(), bytes.size()));
    return llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

} // namespace rewrite
