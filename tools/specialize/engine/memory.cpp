// SPDX-License-Identifier: BSD-2-Clause
// Reads, writes and joins of what is known of memory.
#include "memory.hpp"

#include "differences.hpp"

#include "bytes.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace specialize {
namespace {

/// Longer runs of bytes are not worth knowing one by one.
constexpr uint64_t most_bytes = 1U << 16U;

int64_t end_of(int64_t offset, uint64_t size) {
    return offset + static_cast<int64_t>(size);
}

/// The first cell that may overlap bytes from `offset` on.
auto first_touching(std::map<int64_t, Cell>& cells, int64_t offset) {
    auto cell = cells.upper_bound(offset);
    if (cell == cells.begin()) return cell;
    auto const before = std::prev(cell);
    return end_of(before->first, before->second.size) > offset ? before : cell;
}

/// The last cell that starts at `offset` or before it.
auto last_from(std::map<int64_t, Cell> const& cells, int64_t offset) {
    auto const after = cells.upper_bound(offset);
    return after == cells.begin() ? cells.end() : std::prev(after);
}

bool fills_its_bytes(llvm::Type* type, llvm::DataLayout const& layout) {
    return !type->isIntegerTy() ||
           layout.getTypeSizeInBits(type) == layout.getTypeStoreSizeInBits(type);
}

} // namespace

std::size_t Contents::hash() const {
    llvm::hash_code sum = llvm::hash_value(escaped);
    for (auto const& [offset, cell] : cells)
        sum = llvm::hash_combine(sum, offset, cell.size, cell.stable, cell.value);
    return sum;
}

Contents const* Memory::contents(Object const& object) const {
    auto const found = known_.find(object.number);
    return found == known_.end() ? nullptr : found->second.contents.get();
}

void Memory::change(Object& object, llvm::function_ref<void(Contents&)> edit) {
    Known& known = known_[object.number];
    auto copy =
        known.contents ? std::make_shared<Contents>(*known.contents) : std::make_shared<Contents>();
    edit(*copy);
    known.object = &object;
    if (copy->cells.empty() && !copy->escaped)
        known_.erase(object.number);
    else
        known.contents = std::move(copy);
}

bool Memory::escaped(Object const& object) const {
    auto const* const known = contents(object);
    return known != nullptr && known->escaped;
}

bool Memory::relies_on(Object const& object, int64_t offset, uint64_t size) const {
    bool result = false;
    each_cell(object, [&](int64_t place, Cell const& cell) {
        bool const touched = place < end_of(offset, size) && end_of(place, cell.size) > offset;
        result = result || (touched && !cell.stable);
    });
    return result;
}

bool Memory::reachable(Object const& object) const {
    return !object.can_be_private() || escaped(object);
}

Memory::Read Memory::read(Object& object, int64_t offset, llvm::Type* type) const {
    if (object.constant() && object.global->hasDefinitiveInitializer() && offset >= 0)
        return {part_of(Abstract::of(object.global->getInitializer()), object.size, offset, type,
                        *objects_),
                true};
    auto const* const known = contents(object);
    if (known == nullptr || type->isAggregateType() || type->isVectorTy()) return {};
    int64_t const end = end_of(offset, objects_->layout().getTypeStoreSize(type));
    auto const cell = last_from(known->cells, offset);
    if (cell == known->cells.end() || end_of(cell->first, cell->second.size) < end)
        return {read_bytes(*known, offset, type), false};
    return {part_of(cell->second.value, cell->second.size, offset - cell->first, type, *objects_),
            cell->second.stable};
}

Abstract Memory::read_bytes(Contents const& contents, int64_t offset, llvm::Type* type) const {
    uint64_t const size = objects_->layout().getTypeStoreSize(type);
    if (size > 8) return {};
    KnownBits bits;
    for (uint64_t i = 0; i < size; ++i) {
        int64_t const place = end_of(offset, i);
        auto const cell = last_from(contents.cells, place);
        if (cell == contents.cells.end() || end_of(cell->first, cell->second.size) <= place)
            continue;
        KnownBits const byte = byte_of(cell->second.value, place - cell->first, *objects_);
        bits.zeros |= byte.zeros << (8 * i);
        bits.ones |= byte.ones << (8 * i);
    }
    return from_bits(bits, type, objects_->layout());
}

void Memory::put(Object& object, int64_t offset, Cell cell) {
    if (cell.value.unknown()) return;
    change(object, [&](Contents& known) { known.cells[offset] = std::move(cell); });
}

void Memory::put_constant(Object& object, int64_t offset, llvm::Constant& value, bool stable) {
    each_part(value, offset, objects_->layout(), [&](int64_t place, llvm::Constant& part) {
        Abstract const each = objects_->value_of(&part);
        uint64_t const size = objects_->layout().getTypeStoreSize(part.getType());
        if (size != 0 && fills_its_bytes(part.getType(), objects_->layout()))
            put(object, place, {size, each, stable});
        if (each.is_address() && reachable(object)) escape(each);
    });
}

void Memory::write(Object& object, int64_t offset, llvm::Type* type, Abstract const& value,
                   bool stable) {
    llvm::DataLayout const& layout = objects_->layout();
    uint64_t const size = layout.getTypeStoreSize(type);
    forget(object, offset, size);
    if (reachable(object)) escape(value);
    if (value.is_constant()) return put_constant(object, offset, *value.constant(), stable);
    if (auto const* const elements = value.elements()) {
        auto* const record = llvm::dyn_cast<llvm::StructType>(type);
        if (record == nullptr) return;
        auto const* const places = layout.getStructLayout(record);
        for (unsigned i = 0; i < elements->size(); ++i) {
            auto const place = static_cast<int64_t>(places->getElementOffset(i));
            write(object, offset + place, record->getElementType(i), (*elements)[i], stable);
        }
        return;
    }
    if (fills_its_bytes(type, layout)) put(object, offset, {size, value, stable});
}

void Memory::fill(Object& object, int64_t offset, uint64_t size, llvm::Constant& byte) {
    forget(object, offset, size);
    if (size == 0 || size > most_bytes) return;
    auto* const type = llvm::ArrayType::get(byte.getType(), size);
    llvm::SmallVector<llvm::Constant*> const bytes(size, &byte);
    put(object, offset, {size, Abstract::of(llvm::ConstantArray::get(type, bytes)), false});
}

/// Every cell of an object; of a constant, what it is initialised with.
void Memory::each_source(Object& object,
                         llvm::function_ref<void(int64_t, Cell const&)> visit) const {
    if (!object.constant()) return each_cell(object, visit);
    if (!object.global->hasDefinitiveInitializer()) return;
    each_part(*object.global->getInitializer(), 0, objects_->layout(),
              [&](int64_t place, llvm::Constant& part) {
                  uint64_t const size = objects_->layout().getTypeStoreSize(part.getType());
                  Abstract const value = objects_->value_of(&part);
                  if (size != 0 && fills_its_bytes(part.getType(), objects_->layout()))
                      visit(place, {size, value, true});
              });
}

void Memory::copy(Object& to, int64_t to_offset, Object& from, int64_t from_offset, uint64_t size) {
    std::vector<std::pair<int64_t, Cell>> moved;
    std::vector<Abstract> torn;
    int64_t const end = end_of(from_offset, size);
    each_source(from, [&](int64_t place, Cell const& cell) {
        int64_t const first = std::max(place, from_offset);
        int64_t const last = std::min(end_of(place, cell.size), end);
        if (first >= last) return;
        auto const bytes = static_cast<uint64_t>(last - first);
        Abstract part = cell.value;
        if (bytes != cell.size) {
            part = bytes <= most_bytes ? slice_of(cell.value, first - place, bytes, *objects_)
                                       : Abstract{};
            torn.push_back(cell.value);
        }
        moved.emplace_back(to_offset + (first - from_offset), Cell{bytes, part, false});
    });
    forget(to, to_offset, size);
    for (auto& [place, cell] : moved) {
        if (reachable(to)) escape(cell.value);
        put(to, place, std::move(cell));
    }
    for (Abstract const& value : torn)
        escape(value);
}

void Memory::forget(Object& object, int64_t offset, uint64_t size) {
    auto const* const known = contents(object);
    if (known == nullptr || known->cells.empty() || size == 0) return;
    std::vector<Abstract> torn;
    change(object, [&](Contents& edited) {
        int64_t const end = end_of(offset, size);
        auto cell = first_touching(edited.cells, offset);
        std::vector<std::pair<int64_t, Cell>> rests;
        while (cell != edited.cells.end() && cell->first < end) {
            int64_t const start = cell->first;
            int64_t const stop = end_of(start, cell->second.size);
            auto const keep = [&](int64_t from, int64_t to) {
                if (from >= to) return;
                auto const bytes = static_cast<uint64_t>(to - from);
                Abstract const part = slice_of(cell->second.value, from - start, bytes, *objects_);
                if (!part.unknown())
                    rests.emplace_back(from, Cell{bytes, part, cell->second.stable});
                torn.push_back(cell->second.value);
            };
            keep(start, offset);
            keep(end, stop);
            cell = edited.cells.erase(cell);
        }
        for (auto& [place, rest] : rests)
            edited.cells[place] = std::move(rest);
    });
    for (Abstract const& value : torn)
        escape(value);
}

void Memory::forget(Object& object) {
    auto const* const known = contents(object);
    if (known == nullptr || known->cells.empty()) return;
    std::vector<Abstract> lost;
    change(object, [&](Contents& edited) {
        std::erase_if(edited.cells, [&](auto const& cell) {
            if (cell.second.stable) return false;
            lost.push_back(cell.second.value);
            return true;
        });
    });
    for (Abstract const& value : lost)
        escape(value);
}

void Memory::forget_each(llvm::function_ref<bool(Object const&)> is_hit) {
    std::vector<Object*> hit;
    for (auto const& [number, known] : known_)
        if (is_hit(*known.object)) hit.push_back(known.object);
    for (Object* const object : hit)
        forget(*object);
}

void Memory::forget_reachable() {
    forget_each([&](Object const& object) { return reachable(object); });
}

void Memory::forget_shared() {
    forget_each([&](Object const& object) { return reachable(object) && !object.used_alone; });
}

void Memory::forget_all() {
    forget_each([](Object const&) { return true; });
}

void Memory::escape(Abstract const& value) {
    if (value.object() != nullptr) escape(*value.object());
    if (value.elements() != nullptr)
        for (Abstract const& each : *value.elements())
            escape(each);
}

void Memory::escape(Object& object) {
    if (!object.can_be_private() || escaped(object)) return;
    change(object, [](Contents& known) { known.escaped = true; });
    escape_contents(object);
}

void Memory::escape_contents(Object const& object, int64_t offset, uint64_t size) {
    std::vector<Abstract> inside;
    each_cell(object, [&](int64_t place, Cell const& cell) {
        bool const touched = place < end_of(offset, size) && end_of(place, cell.size) > offset;
        if (touched) inside.push_back(cell.value);
    });
    for (Abstract const& each : inside)
        escape(each);
}

void Memory::escape_contents(Object const& object) {
    std::vector<Abstract> inside;
    each_cell(object, [&](int64_t, Cell const& cell) { inside.push_back(cell.value); });
    for (Abstract const& each : inside)
        escape(each);
}

void Memory::remove(Object const& object) {
    known_.erase(object.number);
}

void Memory::each_cell(Object const& object,
                       llvm::function_ref<void(int64_t, Cell const&)> visit) const {
    auto const* const known = contents(object);
    if (known == nullptr) return;
    for (auto const& [offset, cell] : known->cells)
        visit(offset, cell);
}

Memory Memory::join(Memory const& one, Memory const& other, bool whole_objects) {
    Memory both(*one.objects_);
    std::vector<Abstract> lost;
    for (auto const& [number, known] : one.known_) {
        auto const found = other.known_.find(number);
        bool const in_both = found != other.known_.end();
        if (in_both && found->second.contents == known.contents) {
            both.known_.emplace(number, known);
            continue;
        }
        auto joined = std::make_shared<Contents>();
        joined->escaped = known.contents->escaped || (in_both && found->second.contents->escaped);
        bool differs = false;
        for (auto const& [offset, cell] : known.contents->cells) {
            if (in_both) {
                auto const twin = found->second.contents->cells.find(offset);
                if (twin != found->second.contents->cells.end() && twin->second == cell) {
                    joined->cells.emplace(offset, cell);
                    continue;
                }
            }
            differs = differs || !cell.stable;
            lost.push_back(cell.value);
        }
        if (whole_objects && differs)
            std::erase_if(joined->cells, [&](auto const& cell) {
                if (cell.second.stable) return false;
                lost.push_back(cell.second.value);
                return true;
            });
        if (!joined->cells.empty() || joined->escaped)
            both.known_.emplace(number, Known{known.object, std::move(joined)});
    }
    for (auto const& [number, known] : other.known_) {
        auto const found = one.known_.find(number);
        for (auto const& [offset, cell] : known.contents->cells) {
            if (found != one.known_.end()) {
                auto const twin = found->second.contents->cells.find(offset);
                if (twin != found->second.contents->cells.end() && twin->second == cell) continue;
            }
            lost.push_back(cell.value);
        }
        if (known.contents->escaped) both.escape(*known.object);
    }
    for (Abstract const& value : lost)
        both.escape(value);
    return both;
}

bool Memory::operator==(Memory const& other) const {
    if (known_.size() != other.known_.size()) return false;
    for (auto one = known_.begin(), two = other.known_.begin(); one != known_.end(); ++one, ++two) {
        if (one->first != two->first) return false;
        if (one->second.contents == two->second.contents) continue;
        if (!(*one->second.contents == *two->second.contents)) return false;
    }
    return true;
}

std::size_t Memory::differences(Memory const& other) const {
    static Contents const nothing;
    std::size_t sum = 0;
    auto const count = [&](Known const* one, Known const* two) {
        Contents const& a = one != nullptr ? *one->contents : nothing;
        Contents const& b = two != nullptr ? *two->contents : nothing;
        if (&a != &b) sum += differences_of(a.cells, b.cells) + (a.escaped != b.escaped);
    };
    for (auto const& [number, known] : known_) {
        auto const found = other.known_.find(number);
        count(&known, found != other.known_.end() ? &found->second : nullptr);
    }
    for (auto const& [number, known] : other.known_)
        if (!known_.contains(number)) count(nullptr, &known);
    return sum;
}

std::size_t Memory::hash() const {
    llvm::hash_code sum = 0;
    for (auto const& [number, known] : known_)
        sum = llvm::hash_combine(sum, number, known.contents->hash());
    return sum;
}

} // namespace specialize
