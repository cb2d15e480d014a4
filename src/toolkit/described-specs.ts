import type { ToolState } from '../call/state/tool-state.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';

/** The specs that a toolkit or session lists for tools whose description depends on the caller. */
export class DescribedSpecs {
  /** The spec that was listed last, by registered spec: an unchanged text results in the same spec. */
  readonly #latest = new WeakMap<ToolSpec, ToolSpec>();
  readonly #registered = new WeakMap<ToolSpec, ToolSpec>();

  /**
   * Returns a spec with the description for a caller. A spec with a fixed description is returned unchanged.
   *
   * @throws DefinitionError if the description cannot be resolved.
   */
  describe(spec: ToolSpec, auth: unknown, state: ToolState): ToolSpec {
    if (!spec.isDescribedByFunction) return spec;
    return this.withDescription(spec, spec.resolveDescription(auth, state));
  }

  /** Returns a spec with another description. */
  withDescription(spec: ToolSpec, description: string | undefined): ToolSpec {
    const latest = this.#latest.get(spec);
    if (latest !== undefined && latest.description === description) return latest;
    const described = spec.with({ description });
    this.#latest.set(spec, described);
    this.#registered.set(described, spec);
    return described;
  }

  /** Returns the registered spec of a spec that was listed. */
  registeredOf<T>(spec: ToolSpec<T>): ToolSpec {
    return this.#registered.get(spec) ?? spec;
  }
}
