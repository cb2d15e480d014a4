import { DefinitionError, UnboundStateError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { BindTarget } from '../../tool/metadata/tool-options.js';
import { copyContainers } from './containers.js';
import { Secret } from './secret.js';
import { ABSENT, parseStatePath, type StatePath, stateKeyOf } from './state-path.js';
import type { ToolState } from './tool-state.js';

/** The binding of a parameter to a state key. The parameter is hidden from the model. */
export interface Binding {
  /** The name of the parameter, or of the top-level property of the arguments. */
  readonly parameter: string;
  /** The dotted path of the value in the state. */
  readonly stateKey: string;
  /** @internal */
  readonly path: StatePath;
  /** The default; present if the binding declares one, even if its value is undefined. */
  readonly fallback: { readonly value: unknown } | undefined;
  /** Whether the parameter is undefined if neither a value nor a default exists. If not, the call fails. */
  readonly optional: boolean;
  /** The fixed value; present if the value does not depend on the state. */
  readonly preset?: { readonly value: unknown };
}

/**
 * Creates a binding from the options of `bind()` or `@Bind()`.
 *
 * @param where - `Class.method` or the tool's name, for errors.
 * @throws DefinitionError on a malformed state key.
 */
export function createBinding(parameter: string, target: BindTarget, where: string): Binding {
  const site = `${where}: parameter '${parameter}'`;
  if (typeof target !== 'object' || target === null) {
    throw new DefinitionError(`${site} is bound to ${previewValue(target)}. Use { stateKey: '…' }.`);
  }
  const stateKey = target.stateKey ?? stateKeyOf(parameter);
  return Object.freeze({
    parameter,
    stateKey,
    path: parseStatePath(stateKey, site),
    fallback: 'default' in target ? Object.freeze({ value: target.default }) : undefined,
    optional: target.optional ?? false,
  });
}

/** Creates a binding with a fixed value. Like any bound parameter, it is hidden from the model. */
export function createPreset(parameter: string, value: unknown): Binding {
  const stateKey = stateKeyOf(parameter);
  const path = parseStatePath(stateKey, parameter);
  return Object.freeze({
    parameter,
    stateKey,
    path,
    fallback: undefined,
    optional: false,
    preset: Object.freeze({ value }),
  });
}

/** Returns the current value of a binding: the value in the state, else the default, or ABSENT if neither exists. */
export function readBinding(binding: Binding, state: ToolState): unknown {
  // Plain data is copied for each call, so that no call sees what a tool did to the value in another.
  if (binding.preset !== undefined) return copyContainers(revealSecret(binding.preset.value));
  const value = state.lookup(binding.path);
  if (value !== ABSENT || binding.fallback === undefined) return value;
  return revealSecret(binding.fallback.value);
}

function revealSecret(value: unknown): unknown {
  return Secret.is(value) ? value.reveal() : value;
}

/** Creates the error for a binding that has neither a value nor a fallback. */
export function createUnboundStateError({ stateKey, parameter }: Binding, toolName: string): UnboundStateError {
  return new UnboundStateError(
    `No value at state key '${stateKey}' for parameter '${parameter}'. Set it in the state, or declare a default for the binding.`,
    { toolName, details: { stateKey, parameter } },
  );
}
