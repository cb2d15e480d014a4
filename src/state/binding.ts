import { DefinitionError, UnboundStateError } from '../errors.js';
import type { BindTarget } from '../metadata/tool-options.js';
import { previewValue } from '../value-preview.js';
import { parseStatePath, type StatePath, stateKeyOf } from './state-path.js';
import { ABSENT, type ToolState } from './tool-state.js';

/** A parameter whose value comes from a state key, hidden from the model. */
export interface Binding {
  /** The parameter, or the top-level property of the arguments. */
  readonly parameter: string;
  /** Where in the state its value is, as a dotted path. */
  readonly stateKey: string;
  /** @internal */
  readonly path: StatePath;
  /** Present if the binding names a default; the value may be undefined. */
  readonly fallback: { readonly value: unknown } | undefined;
  /** Whether `undefined` will do where there is neither a value nor a default. */
  readonly optional: boolean;
}

/**
 * Makes a binding of what `bind()` or `@Bind()` says.
 *
 * @param where - `Class.method` or the tool's name, for errors.
 * @throws DefinitionError on a malformed state key.
 */
export function createBinding(parameter: string, target: BindTarget, where?: string): Binding {
  const site = `${where === undefined ? '' : `${where}: `}parameter '${parameter}'`;
  if (typeof target !== 'object' || target === null) {
    throw new DefinitionError(`${site} is bound to ${previewValue(target)}. Say { stateKey: '…' }.`);
  }
  const stateKey = target.stateKey ?? stateKeyOf(parameter);
  return Object.freeze({
    parameter,
    stateKey,
    path: pathOf(stateKey, site),
    fallback: 'default' in target ? Object.freeze({ value: target.default }) : undefined,
    optional: target.optional ?? false,
  });
}

function pathOf(stateKey: string, site: string): StatePath {
  try {
    return parseStatePath(stateKey);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw new DefinitionError(`${site}: ${error.message}`, { cause: error });
  }
}

/**
 * Reads a binding's value at the time of a call. ABSENT means that the code's own default, or nothing, stands in.
 *
 * @param canOmit - Whether the code or the schema supplies a value itself.
 * @throws UnboundStateError if there is no value, naming the key and the parameter.
 */
export function readBinding(binding: Binding, state: ToolState, canOmit: boolean): unknown {
  const value = state.lookup(binding.path);
  if (value !== ABSENT) return value;
  if (binding.fallback !== undefined) return binding.fallback.value;
  if (canOmit || binding.optional) return ABSENT;
  throw new UnboundStateError(
    `No value at state key '${binding.stateKey}' for parameter '${binding.parameter}'. ` +
      'Set it in the state, or give the binding a default.',
    { details: { stateKey: binding.stateKey, parameter: binding.parameter } },
  );
}
