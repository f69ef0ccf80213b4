# SPDX-License-Identifier: BSD-2-Clause
"""Configurations of the dimensions that tests compile in, without an assembly.

Unit tests run on `hosted`. A file of a variant is compiled with that variant and the least of
everything else; a component that claims a share of a kernel object with itself as its owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from flatland.builder.names import snake_case
from flatland.builder.programs import user_library
from flatland.builder.variants import Variants, read_variants
from flatland.diagnostics import Diagnostics
from flatland.errors import failure
from flatland.model.components import CheckedComponent, check_component
from flatland.model.library import DeclaredComponent, DeclaredObject, Library
from flatland.model.objects import compose_objects
from flatland.model.resolved import Component, KernelObject, Mixin, Target
from flatland.model.sources import CheckedLibrary, check_library

host_arch = "hosted"


@dataclass(frozen=True)
class Configuration:
    """A variant of each dimension, and who contributes to the kernel objects."""

    arch: str = host_arch
    platform: str | None = None  # None: the architecture's default
    api: str = "none"
    smp: str = "up"
    owner: str | None = None  # full name of the component that contributes shares
    is_domain: bool = False  # of a domain beside the kernel's

    @property
    def label(self) -> str:
        """Names it in paths: `hosted-linux-none-up`."""
        parts = [self.arch, self.platform or "default", self.api, self.smp]
        parts += ["domain"] if self.is_domain else []
        return "-".join(parts + ([self.owner] if self.owner else []))


class Configurations:
    """Makes targets and kernel objects of configurations from a library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._checked: dict[Path, CheckedComponent] = {}

    def freestanding_arch(self) -> str:
        """The first architecture that is no host."""
        return next(name for name in self.library.variant_names("arch") if name != host_arch)

    def for_file(self, file: Path, root: Path, default: Configuration) -> Configuration:
        """The configuration for a file of the tree; `default` where its place asks for none."""
        parts = file.relative_to(root).parts
        parts = parts[1:] if parts[0] == "bench" else parts
        published = self._domain_headers(file)
        if published and parts[0] in ("components", "bindings"):
            return replace(
                default, arch=published[1], platform=None, api=published[0], is_domain=True
            )
        is_of_domains = parts[:2] == ("core", "domain")
        if is_of_domains or (parts[0] == "components" and _calls_the_kernel(file)):
            return replace(default, arch=self.freestanding_arch(), platform=None, is_domain=True)
        if parts[0] in ("components", "bindings"):
            return replace(default, owner=self.owner_of(file))
        if parts[0] == "user":
            return replace(default, api=self._user_api(default.api))
        if parts[0] != "dimensions" or len(parts) < 4:
            return default
        dimension, variant = parts[1], parts[2]
        if dimension == "arch":
            return replace(default, arch=variant, platform=None, is_domain=parts[3] == "domain")
        if dimension == "platform":
            arches = self.library.variant_names("arch")
            fits = [arch for arch in arches if self._setting(arch, "platform") == variant]
            return replace(default, arch=fits[0] if fits else default.arch, platform=variant)
        if dimension == "smp":
            return replace(default, smp=variant)
        is_binding = parts[3] == "on" and len(parts) > 5
        arch = parts[4] if is_binding else self._api_arch(variant, default.arch)
        is_domain = is_binding and parts[5] == "domain"
        return replace(default, arch=arch, platform=None, api=variant, is_domain=is_domain)

    def _domain_headers(self, file: Path) -> tuple[str, str] | None:
        """The API and architecture that alone have a header <domain/…> which a file includes."""
        text = file.read_text("utf-8")
        owners: dict[str, list[str]] = {}
        for name in self.library.variant_names("abi"):
            folder = self.library.variants["abi", name].folder / "domain" / "include"
            for header in folder.glob("domain/*.hpp"):
                owners.setdefault(f"#include <domain/{header.name}>", []).append(name)
        for line, names in owners.items():
            if len(names) == 1 and line in text:
                api, _, arch = names[0].partition("/")
                return api, arch
        return None

    def _api_arch(self, api: str, preferred: str) -> str:
        """An architecture that an API has a binary interface on; `preferred` if it needs none."""
        names = [name.split("/") for name in self.library.variant_names("abi")]
        arches = [arch for other, arch in names if other == api]
        return arches[0] if arches and preferred not in arches else preferred

    def _user_api(self, other: str) -> str:
        """The API that publishes the encodings of the user library, as <l4/abi/…>."""
        names = self.library.variant_names("api")
        folders = {name: self.library.variants["api", name].folder for name in names}
        return next((n for n in names if (folders[n] / "include" / user_library).is_dir()), other)

    def owner_of(self, file: Path) -> str | None:
        """The component outside dimensions/ whose shares of kernel objects a file is about."""
        for declared in self.library.components:
            if declared.variant or file.parent != declared.source.path.parent:
                continue
            component = self.checked(declared).component
            headers = [share.mixin for share in component.shares]
            stems = {snake_case(name) for name in (*headers, component.name)}
            files = (*component.sources, *component.tests)
            if component.shares and (file.stem in stems or file in files):
                return component.full_name
        return None

    def target(self, configuration: Configuration) -> Target:
        """The folders of a configuration."""
        arch = configuration.arch
        platform = configuration.platform or str(self._setting(arch, "platform"))
        chosen = {"arch": arch, "platform": platform}
        chosen |= {"api": configuration.api, "smp": configuration.smp}
        abi = f"{configuration.api}/{arch}"
        if ("abi", abi) in self.library.variants:
            chosen["abi"] = abi
        missing = [pair for pair in chosen.items() if pair not in self.library.variants]
        if missing:
            raise failure("F0704", f"there is no {missing[0][0]} variant `{missing[0][1]}`")
        folders = tuple(
            (dimension, self.library.variants[dimension, name].folder)
            for dimension, name in chosen.items()
        )
        return Target(arch, platform, configuration.api, configuration.smp, folders)

    def variants(self, configuration: Configuration) -> Variants:
        """What the variants of a configuration say."""
        found = read_variants(self.target(configuration))
        return (found.of_domain() or found) if configuration.is_domain else found

    def objects(self, configuration: Configuration) -> tuple[KernelObject, ...]:
        """The kernel objects of a configuration, with the shares of its owner."""
        target = self.target(configuration)
        names = {"arch": target.arch, "platform": target.platform}
        names |= {"api": target.api, "smp": target.smp}
        if "abi" in dict(target.folders):
            names["abi"] = f"{target.api}/{target.arch}"
        chosen = {each: self.library.variants[each, name] for each, name in names.items()}
        found = Diagnostics()
        composed = compose_objects(self.library, chosen, [], found)
        found.raise_if_errors()
        if configuration.owner is None:
            return composed
        declared = {
            each.declaration.name.text: each
            for each in self.library.objects
            if each.variant in {(v.dimension, v.name) for v in chosen.values()}
        }
        owner = self.component(configuration.owner)
        return tuple(_with_share(each, declared[each.name], owner) for each in composed)

    def components(self) -> list[DeclaredComponent]:
        """All declared components of the library."""
        return self.library.components

    def libraries(self) -> list[CheckedLibrary]:
        """All libraries of sources, resolved."""
        return [check_library(declared, self.library) for declared in self.library.libraries]

    def checked(self, declared: DeclaredComponent) -> CheckedComponent:
        """A component, resolved; its own mistakes are in its diagnostics."""
        file = declared.source.path
        if file not in self._checked:
            self._checked[file] = check_component(declared, self.library)
        return self._checked[file]

    def component(self, full_name: str) -> Component:
        """A component outside dimensions/, by its full name."""
        for declared in self.library.components:
            if declared.full_name == full_name:
                return self.checked(declared).component
        raise failure("F0401", f"no component is called `{full_name}`")

    def _setting(self, arch: str, key: str) -> object:
        settings: Mapping[str, object] = self.library.variants["arch", arch].settings
        return settings.get(key)


def _with_share(composed: KernelObject, declared: DeclaredObject, owner: Component) -> KernelObject:
    """A kernel object with the owner's share, where its declaration takes one from an instance."""
    shares = {share.object_name: share for share in owner.shares}
    share = shares.get(composed.name)
    if share is None:
        return composed
    places = [
        mixin.name.text if mixin.from_instance else None for mixin in declared.declaration.mixins
    ]
    place = next((index for index, name in enumerate(places) if name), None)
    if place is None:
        return composed
    header = f"{owner.package.replace('.', '/')}/{snake_case(share.mixin)}.hpp"
    added = Mixin(owner.package, share.mixin, header, places[place] or "")
    mixins = (*composed.mixins[:place], added, *composed.mixins[place:])
    return replace(composed, mixins=mixins)


def _calls_the_kernel(file: Path) -> bool:
    """Whether a source is for domains beside the kernel's: only they have this header."""
    return file.suffix == ".cpp" and "#include <domain/system_call.hpp>" in file.read_text("utf-8")
