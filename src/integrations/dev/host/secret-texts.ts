import { collectSecrets } from '../../../call/redact-secrets.js';
import type { ToolState } from '../../../call/state/tool-state.js';
import type { ToolSpec } from '../../../index.js';

/** The secrets in states and in the fixed values of tools, as texts that must not be shown. */
export class SecretTexts {
  #states: ReadonlySet<ToolState> = new Set();
  #fixed: readonly object[] = [];
  #roots: readonly object[] = [];
  #texts: readonly string[] = [];

  /** Sets where the secrets are: in these states, and in those and the bindings of these tools. */
  collectFrom(states: readonly ToolState[], specs: readonly ToolSpec[]): void {
    this.#states = new Set([...states, ...specs.map(({ state }) => state)]);
    this.#fixed = specs.flatMap(fixedValuesOf);
  }

  /** Returns the texts. They are collected again only if a state has changed. */
  list(): readonly string[] {
    const roots = [...[...this.#states].flatMap((state) => state.roots()), ...this.#fixed];
    const isSame = roots.length === this.#roots.length && roots.every((root, at) => root === this.#roots[at]);
    if (isSame) return this.#texts;
    this.#roots = roots;
    this.#texts = collectSecrets(roots);
    return this.#texts;
  }
}

/** Returns the values that bindings of a tool have without a state. */
function fixedValuesOf({ bindings }: ToolSpec): readonly object[] {
  return Object.values(bindings)
    .flatMap(({ preset, fallback }) => [preset, fallback])
    .filter((one) => one !== undefined);
}
