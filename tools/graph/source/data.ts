// SPDX-License-Identifier: BSD-2-Clause
// What data.js holds: resolved models (docs/model-json.md) with reasons, costs and sources.

export interface Origin {
  file: string;
  line: number;
  column: number;
}

export interface Port {
  kind: "provides" | "requires" | "optional";
  name: string;
  interface: string;
  origin: Origin;
  late: boolean;
  collection: boolean;
}

export interface Component {
  package: string;
  name: string;
  ports: Port[];
  origin: Origin;
}

export interface Instance {
  name: string;
  component: string;
  attributes: [string, number | boolean | string][];
  domain: string;
  origin: Origin;
}

export interface Supply {
  name: string;
  interface: string;
  server: string;
  server_port: string;
  is_server: boolean;
}

export interface Link {
  kind: string;
  arguments: [string, number | boolean | string][];
  supplies: Supply[];
}

export interface Binding {
  client: string;
  port: string;
  server: string;
  server_port: string;
  interface: string;
  chain: Link[];
  rule: "explicit" | "inherited" | "automatic";
  origin: Origin;
  late: boolean;
  index: number | null;
}

export interface KernelObject {
  name: string;
  package: string;
  base: string;
  origin: Origin;
  mixins: { package: string; name: string; header: string; source: string }[];
}

export interface Image {
  domain: string;
  origin: Origin;
  entry: { instance: string; port: string };
  instances: Instance[];
  bindings: Binding[];
  objects: KernelObject[];
  modules: { name: string; folder: string; origin: Origin }[];
}

export interface Kind {
  name: string;
  summary: string;
  origin: Origin;
}

export interface Model {
  name: string;
  command_name: string;
  file: string;
  target: { arch: string; platform: string; api: string; smp: string };
  images: Image[];
  kinds: Kind[];
  components: Record<string, Component>;
}

/** A class of generated code that stands between client and server, and its size in the image. */
export interface Between {
  side: string;
  domain: string;
  class: string;
  bytes: number;
}

/** What a binding costs in the image, as `flat report bindings` has it. */
export interface Cost {
  calls: number;
  passed_on: number;
  how: Record<string, number>;
  instructions_added: { min: number; max: number } | null;
  not_inlined_because: string[];
  note: string;
  between: Between[];
}

export interface Assembly {
  model: Model;
  reasons: Record<string, string>; // by `instance.port`, with `[index]` in a collection
  costs: { variant: string; bindings: Record<string, Cost> } | null;
  sources: Record<string, { text: string; url: string }>; // by the path that origins name
}

export interface PageData {
  assemblies: Assembly[]; // one, or two to compare
  live: boolean; // the page is served, and the kernel runs
}

declare global {
  interface Window {
    flatland: PageData;
  }
}
