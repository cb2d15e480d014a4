import { toComparableForm } from '../../call/response/json-value.js';
import { copyDefault } from '../validation/fill-defaults.js';
import { isPlainObject } from '../values/copy-json.js';
import type { InputContract } from './input-contract.js';
import { memberNames } from './member-names.js';

/**
 * Returns validated arguments as JSON data with bigints, by the names that models see and without bound parameters. A
 * conversion of all arguments may have produced something other than an object.
 *
 * @throws OutputValidationError if they have no JSON form.
 */
export function formOfArguments(contract: InputContract, value: unknown): unknown {
  const { hidden, published } = contract;
  const form = toComparableForm(withRootMembers(contract, value), memberNames);
  if (!isPlainObject(form)) return form;
  addCodeDefaults(contract, form, ['plain', 'parsed']);
  const names = publishedNames(contract, Object.keys(published.properties ?? {}));
  const entries = Object.entries(form).map(([name, member]) => [names.get(name) ?? name, member] as const);
  return Object.fromEntries(entries.filter(([name]) => !hidden.has(name)));
}

/** Adds the defaults of the method to validated arguments, so that what decides about a call sees all that runs. */
export function completeValue(contract: InputContract, value: unknown): void {
  if (isPlainObject(value)) addCodeDefaults(contract, value, ['plain']);
}

function addCodeDefaults(
  { codeDefaults, published, definedName = (name) => name }: InputContract,
  args: Record<string, unknown>,
  kinds: readonly string[],
): void {
  if (codeDefaults === undefined) return;
  for (const [name, property] of Object.entries(published.properties ?? {})) {
    const defined = definedName(name);
    const isMissing = args[defined] === undefined && kinds.includes(codeDefaults.get(defined) ?? '');
    if (isMissing && typeof property === 'object' && property.default !== undefined) {
      args[defined] = copyDefault(property.default);
    }
  }
}

/** Moves the members of the parameter that receives the root to where the other parameters are, as a model sends them. */
function withRootMembers({ layout, rootName }: InputContract, value: unknown): unknown {
  if (layout !== 'parameters' || rootName === undefined || !isPlainObject(value)) return value;
  const { [rootName]: root, ...others } = value;
  const members = toComparableForm(root, memberNames);
  return isPlainObject(members) ? { ...others, ...members } : value;
}

/** Returns the names that models see, by the names of the definition. */
function publishedNames(
  { definedName = (name) => name }: InputContract,
  published: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(published.map((name) => [definedName(name), name]));
}
