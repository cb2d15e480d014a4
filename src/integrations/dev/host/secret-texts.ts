import { collectSecrets } from '../../../call/redact-secrets.js';
import type { ToolState } from '../../../call/state/tool-state.js';
import type { ToolSpec } from '../../../index.js';

/** The secrets in states and in the fixed values of tools, as texts that must not be shown. */
export class SecretTexts {
  #sources: readonly (ToolState | ToolSpec)[] = [];
  #states: ReadonlySet<ToolState> = new Set();
  #fixed: readonly object[] = [];
  #subscriptions: readonly { unsubscribe(): void }[] = [];
  /** The texts. Undefined after a state has changed. */
  #texts: readonly string[] | undefined = [];

  /** Sets where the secrets are: in these states, and in those and the bindings of these tools. */
  collectFrom(states: readonly ToolState[], specs: readonly ToolSpec[]): void {
    const sources = [...states, ...specs];
    const isSame = sources.length === this.#sources.length && sources.every((one, at) => one === this.#sources[at]);
    if (isSame) return;
    this.close();
    this.#sources = sources;
    this.#states = new Set([...states, ...specs.map(({ state }) => state)]);
    this.#fixed = specs.flatMap(fixedValuesOf);
    this.#texts = undefined;
    this.#subscriptions = [...this.#states].map(({ changes$ }) =>
      changes$.subscribe(() => {
        this.#texts = undefined;
      }),
    );
  }

  /** Returns the texts. They are collected again only if a state has changed. */
  list(): readonly string[] {
    this.#texts ??= collectSecrets([...[...this.#states].flatMap((state) => state.roots()), ...this.#fixed]);
    return this.#texts;
  }

  /** No longer listens to the states. */
  close(): void {
    for (const one of this.#subscriptions) one.unsubscribe();
    this.#subscriptions = [];
  }
}

/** Returns the values that bindings of a tool have without a state. */
function fixedValuesOf({ bindings }: ToolSpec): readonly object[] {
  return Object.values(bindings)
    .flatMap(({ preset, fallback }) => [preset, fallback])
    .filter((one) => one !== undefined);
}
