// SPDX-License-Identifier: BSD-2-Clause
// A context of a naming graph.
#include <naming/graph_context.hpp>

#include <core/format.hpp>
#include <core/memory.hpp>
#include <naming/name_form.hpp>
#include <naming/walk.hpp>

#include <new>

namespace flat::naming {

using core::BindingError;
using core::NamingError;
using Code = NamingError::Code;

GraphContext::NameResult GraphContext::export_(Top& target, Span<u8 const> hint) {
    return export_as(target, hint, nullptr);
}

GraphContext::NameResult GraphContext::give(core::AbstractResource& target, Span<u8 const> hint) {
    NameResult const made = export_as(target, hint, &target);
    if (made.is_error()) target.release();
    return made;
}

/// A name that releases `given` in the end, if there is one.
GraphContext::NameResult GraphContext::export_as(Top& target, Span<u8 const> hint,
                                                 core::AbstractResource* given) {
    auto const parsed = parse_name_hint(Text::from_bytes(hint));
    if (!parsed) return NamingError{Code::invalid};
    if (!has_interface(target, parsed->type)) return NamingError{Code::wrong_type};
    GraphName::Target const named{target, parsed->type, own_context(target), given};
    return TRY(add(parsed->text, named, nullptr));
}

GraphContext::NameResult GraphContext::byte_to_name(Span<u8 const> bytes) {
    auto const form = parse_name_form(bytes);
    if (!form) return NamingError{Code::invalid};
    auto const links = store_.lock();
    GraphContext* context = &root_;
    auto path = parse_path(form->context);
    while (context && path && !path->is_empty())
        context = context->child(path->next());
    if (!context || !context->is_at_or_below(*this)) return NamingError{Code::unknown};
    GraphName* const name = context->names_.find(form->text);
    if (!name) return NamingError{Code::unknown};
    if (!(name->type() == form->type)) return NamingError{Code::wrong_type};
    ++name->holders_;
    return name;
}

Result<core::NamingGraph*, NamingError> GraphContext::create(Span<u8 const> bytes) {
    Text const text = Text::from_bytes(bytes);
    usize const path_size = path_size_ + (path_size_ > 0) + text.size();
    bool const is_valid = is_name_text(text) && text[0] != made_up_prefix;
    if (!is_valid || path_size > context_path_max) return NamingError{Code::invalid};
    void* const place = TRY(store_.allocate(sizeof(GraphContext)));
    auto* const context = new (place) GraphContext(store_, root_, path_size);
    auto const name =
        add(text, {*context, core::NamingGraph::interface_id, context, nullptr}, context);
    if (name.is_error()) {
        store_.free(Unheld{nullptr, {context}});
        return name.error();
    }
    name.value()->release();
    return context;
}

GraphContext::NameResult GraphContext::resolve(Span<u8 const> path) {
    auto steps = parse_path(Text::from_bytes(path));
    if (!steps) return NamingError{Code::invalid};
    HeldName name(*TRY(find(steps->next())));
    while (!steps->is_empty()) {
        auto const context = context_of(name.get());
        if (!context) return NamingError{Code::wrong_type};
        // The name that led to the context is held until the next one is found.
        name = *TRY(next_step(**context, steps->next()));
    }
    return &name.take();
}

Result<void, NamingError> GraphContext::remove(Span<u8 const> text) {
    Unheld unheld;
    {
        auto const links = store_.lock();
        GraphName* const name = names_.find(Text::from_bytes(text));
        if (!name) return NamingError{Code::unknown};
        detach(*links, *name, unheld);
    }
    store_.free(unheld);
    return {};
}

core::Name* GraphContext::next(Span<u8 const> text) {
    auto const links = store_.lock();
    GraphName* const name = names_.first_above(Text::from_bytes(text));
    if (name) ++name->holders_;
    return name;
}

void GraphContext::release() {
    if (this == &root_) return;
    end();
    remove_all();
    GraphStore& store = store_;
    Unheld unheld;
    {
        auto const links = store.lock();
        GraphStore::drop(*links, *this, unheld);
    }
    store.free(unheld);
}

Result<Top*, BindingError> GraphContext::bind(core::Name& name, Span<u8 const> hint) {
    if (hint.size() > type_name_max) return BindingError{BindingError::Code::invalid};
    GraphName* const own = GraphName::of(name, store_);
    Top* const target = own ? own->target() : nullptr;
    if (!target) return BindingError{BindingError::Code::unbindable};
    InterfaceId const wanted =
        hint.is_empty() ? own->type() : InterfaceId::of(Text::from_bytes(hint));
    if (!has_interface(*target, wanted)) return BindingError{BindingError::Code::wrong_type};
    return target;
}

void* GraphContext::narrow(InterfaceId id) {
    if (id == own_id) return this;
    if (id == core::NamingGraph::interface_id) return static_cast<core::NamingGraph*>(this);
    if (id == core::NamingContext::interface_id) return static_cast<core::NamingContext*>(this);
    if (id == core::BindingFactory::interface_id) return static_cast<core::BindingFactory*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

void GraphContext::PathBuffer::put_before(Text text) {
    assert(text.size() <= begin_);
    begin_ -= text.size();
    memcpy(characters_ + begin_, text.data(), text.size());
}

bool GraphContext::write_path(GraphStore::Links&, PathBuffer& path) const {
    GraphContext const* context = this;
    for (; context->home_; context = &context->home_->context_) {
        if (!path.text().is_empty()) path.put_before("/");
        path.put_before(context->home_->text());
    }
    return context == &root_;
}

/// Makes a name, which the caller holds; that of a context that is being created is its home.
Result<GraphName*, NamingError> GraphContext::add(Text text, GraphName::Target const& target,
                                                  GraphContext* created) {
    TextBuffer<text_max> made_up;
    if (text.is_empty()) {
        format(made_up, "{}{}", Text(&made_up_prefix, 1), store_.next_number());
        text = made_up.text();
    }
    void* const place = TRY(store_.allocate(sizeof(GraphName)));
    auto* const name = new (place) GraphName(store_, *this, text, target);
    auto const inserted = insert(*name, created);
    if (inserted.is_ok()) return name;
    name->given_ = nullptr; // stays whose it was
    store_.free(Unheld{name});
    return inserted.error();
}

/// Puts a name into this context, held by it and the caller.
Result<void, NamingError> GraphContext::insert(GraphName& name, GraphContext* created) {
    auto const links = store_.lock();
    if (is_ended_) return NamingError{Code::unknown};
    if (names_.find(name.text())) return NamingError{Code::taken};
    names_.insert(name);
    name.holders_ = 2;
    ++holders_;
    if (name.target_context_) ++name.target_context_->holders_;
    if (created) created->home_ = &name;
    return {};
}

/// The name of this text, which the caller holds.
GraphContext::NameResult GraphContext::find(Text text) {
    auto const links = store_.lock();
    GraphName* const name = names_.find(text);
    if (!name) return NamingError{Code::unknown};
    ++name->holders_;
    return name;
}

/// The context that was created under this text; the caller has the lock.
GraphContext* GraphContext::child(Text text) const {
    GraphName* const name = names_.find(text);
    GraphContext* const context = name ? name->target_context_ : nullptr;
    return context && context->home_ == name ? context : nullptr;
}

/// Whether the path of this context leads through another one; the caller has the lock.
bool GraphContext::is_at_or_below(GraphContext const& other) const {
    GraphContext const* context = this;
    while (context != &other && context->home_)
        context = &context->home_->context_;
    return context == &other;
}

/// A target that is a context of this graph, null for others. Calls the target.
GraphContext* GraphContext::own_context(Top& target) {
    auto* const context = static_cast<GraphContext*>(target.narrow(own_id));
    return context && &context->store_ == &store_ ? context : nullptr;
}

/// Takes a name out of this context.
void GraphContext::detach(GraphStore::Links& links, GraphName& name, Unheld& unheld) {
    names_.remove(name);
    name.target_ = nullptr;
    if (name.target_context_ && name.target_context_->home_ == &name)
        name.target_context_->home_ = nullptr;
    GraphStore::drop(links, name, unheld);
}

/// Lets nothing new in, and nobody in by its own name.
void GraphContext::end() {
    Unheld unheld;
    {
        auto const links = store_.lock();
        assert(!is_ended_); // or somebody released it twice
        is_ended_ = true;
        if (home_) home_->context_.detach(*links, *home_, unheld);
    }
    store_.free(unheld);
}

/// Removes each name under a lock of its own, so that others do not wait for all of them.
void GraphContext::remove_all() {
    for (;;) {
        Unheld unheld;
        {
            auto const links = store_.lock();
            GraphName* const name = names_.first();
            if (!name) return;
            detach(*links, *name, unheld);
        }
        store_.free(unheld);
    }
}

} // namespace flat::naming
