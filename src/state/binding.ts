import { DefinitionError, UnboundStateError } from '../errors.js';
import type { BindTarget } from '../metadata/tool-options.js';
import { previewValue } from '../value-preview.js';
import { Secret } from './secret.js';
import { ABSENT, parseStatePath, type StatePath, stateKeyOf } from './state-path.js';
import type { ToolState } from './tool-state.js';

/** A parameter whose value comes from a state key, hidden from the model. */
export interface Binding {
  /** The parameter, or the top-level property of the arguments. */
  readonly parameter: string;
  /** The dotted path of its value in the state. */
  readonly stateKey: string;
  /** @internal */
  readonly path: StatePath;
  /** Present if the binding names a default; the value may be undefined. */
  readonly fallback: { readonly value: unknown } | undefined;
  /** Whether `undefined` will do where there is neither a value nor a default. */
  readonly optional: boolean;
  /** Present if the value is fixed, whatever the state says. */
  readonly preset?: { readonly value: unknown };
}

/**
 * Makes a binding of what `bind()` or `@Bind()` says.
 *
 * @param where - `Class.method` or the tool's name, for errors.
 * @throws DefinitionError on a malformed state key.
 */
export function createBinding(parameter: string, target: BindTarget, where: string): Binding {
  const site = `${where}: parameter '${parameter}'`;
  if (typeof target !== 'object' || target === null) {
    throw new DefinitionError(`${site} is bound to ${previewValue(target)}. Say { stateKey: '…' }.`);
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

/** Fixes a parameter's value, hidden from the model as a bound one is. */
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

/** A binding's value at the time of a call: the state's, else its default. ABSENT if there is neither. */
export function readBinding(binding: Binding, state: ToolState): unknown {
  if (binding.preset !== undefined) return revealed(binding.preset.value);
  const value = state.lookup(binding.path);
  if (value !== ABSENT || binding.fallback === undefined) return value;
  return revealed(binding.fallback.value);
}

function revealed(value: unknown): unknown {
  return Secret.is(value) ? value.reveal() : value;
}

/** The error for a binding without a value, where nothing else stands in. */
export function createUnboundStateError({ stateKey, parameter }: Binding, toolName: string): UnboundStateError {
  return new UnboundStateError(
    `No value at state key '${stateKey}' for parameter '${parameter}'. Set it in the state, or give the binding a default.`,
    { toolName, details: { stateKey, parameter } },
  );
}
