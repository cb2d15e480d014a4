import type { JsonSchema } from '../../base/json/json-schema.js';
import { defaultOf } from '../json-schema/relax-defaults.js';
import { definitionName } from '../json-schema/schema-refs.js';
import { isPlainObject } from '../values/copy-json.js';

type Fields = Record<string, unknown>;

/** A function that adds a schema's defaults to arguments. The pipeline owns them, so it may change them. */
export type FillDefaults = (args: Fields) => void;

/**
 * Composes the function that fills in the defaults of a schema, including those of nested objects and lists. Call it
 * after the validation, so that a default that violates the schema does not make a call invalid. Defaults of
 * alternatives are not filled in.
 */
export function composeDefaults(schema: JsonSchema): FillDefaults | undefined {
  return new DefaultsComposer(schema).compose(schema) as FillDefaults | undefined;
}

type FillValue = (value: unknown) => void;

class DefaultsComposer {
  readonly #root: JsonSchema;
  readonly #definitions = new Map<string, { fill: FillValue | undefined }>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  compose(schema: JsonSchema): FillValue | undefined {
    const steps = [this.#composeProperties(schema), this.#composeItems(schema), this.#composeTarget(schema)];
    return inOrder(steps.filter((step) => step !== undefined));
  }

  #composeProperties({ properties = {} }: JsonSchema): FillValue | undefined {
    const steps: FillDefaults[] = [];
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property !== 'object') continue;
      const preset = defaultOf(property, this.#root);
      if (preset !== undefined) steps.push(ownDefault(name, preset.value));
      const fill = this.compose(property);
      if (fill !== undefined) steps.push((args) => fill(ownValue(args, name)));
    }
    const fill = inOrder(steps);
    return fill === undefined ? undefined : (value) => isPlainObject(value) && fill(value);
  }

  #composeItems({ items }: JsonSchema): FillValue | undefined {
    const fill = typeof items === 'object' ? this.compose(items) : undefined;
    return fill === undefined ? undefined : (value) => Array.isArray(value) && value.forEach(fill);
  }

  #composeTarget({ $ref }: JsonSchema): FillValue | undefined {
    const target = $ref === undefined ? undefined : this.#root.$defs?.[definitionName($ref) ?? ''];
    if ($ref === undefined || typeof target !== 'object') return undefined;
    const known = this.#definitions.get($ref);
    // A definition that contains itself is filled by the function that is being composed.
    if (known !== undefined) return (value) => known.fill?.(value);
    const definition: { fill: FillValue | undefined } = { fill: undefined };
    this.#definitions.set($ref, definition);
    definition.fill = this.compose(target);
    return definition.fill;
  }
}

function inOrder<T>(steps: readonly ((value: T) => void)[]): ((value: T) => void) | undefined {
  if (steps.length === 0) return undefined;
  return (value) => {
    for (const step of steps) step(value);
  };
}

function ownDefault(name: string, value: unknown): FillDefaults {
  return (args) => {
    if (ownValue(args, name) === undefined) args[name] = copyDefault(value);
  };
}

function ownValue(args: Fields, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Copies a default for one call, because a method may change the value that it receives. */
export function copyDefault(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
