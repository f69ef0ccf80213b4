// SPDX-License-Identifier: BSD-2-Clause
// Takes a stage from a boot module into its domain, exchanges the one before, and gives it back.
#pragma once

#include <core/utility.hpp>
#include <extensible/domain_way.hpp>
#include <extensible/stage_exchange.flat.hpp>
#include <flat/binding/slot.hpp>
#include <flat/demo/stage.hpp>
#include <flat/service/loaded_component.hpp>

namespace flat::extensible {

/// What the domain of `kernels/extensible/domain.flat` does. `exchange.stage` is bound by
/// `Dynamic(true)`; the module `scaled` is a component object that provides a `Stage`.
class StageExchange : public StageExchangeComponent, NonCopyable {
public:
    using StageExchangeComponent::StageExchangeComponent;

    void run() override;

private:
    void show_all(bool has_others);
    void offer(Top& target, InterfaceId type);
    service::LoadedComponent& load(Text by_name = {});
    demo::Stage& bind(service::LoadedComponent& loaded);
    binding::Slot& slot();
    void exchange();
    void load_from_afar();
    void come_and_go();
    void bind_by_name(Text name);
    void refuse_what_does_not_fit();
    void refuse_changed(Text what, Span<u8 const> from, Span<u8 const> to);
    void refuse(Text what, Span<u8 const> file, Text names);
    void seal_badly();
    void hoard();
    void leave();
    void misuse(DomainWay way);
};

} // namespace flat::extensible
