import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName, rootRef } from '../json-schema/schema-refs.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { createSuggester, describeUnknown } from '../validation/schema-issues.js';
import { isPlainObject } from '../values/copy-json.js';

/** A value as it was sent, and what a Standard Schema made of it. */
export interface ConvertedValue {
  readonly sent: unknown;
  readonly output: unknown;
}

interface ConvertedObject extends ConvertedValue {
  readonly sent: object;
  readonly output: Readonly<Record<string, unknown>>;
}

/**
 * Returns an issue for each name in nested objects that the JSON Schema of a Standard Schema does not declare, and that is not
 * in its output: libraries such as zod drop it silently, so that a misspelled name would have no effect.
 */
export function findDroppedNames(value: ConvertedValue, schema: JsonSchema): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  new DroppedNames(schema, issues).visit(value, [schema], []);
  return issues;
}

class DroppedNames {
  readonly #root: JsonSchema;
  readonly #issues: ValidationIssue[];
  readonly #suggest = createSuggester();

  constructor(root: JsonSchema, issues: ValidationIssue[]) {
    this.#root = root;
    this.#issues = issues;
  }

  /** @param schemas - The schemas of which the value fits at least one. */
  visit({ sent, output }: ConvertedValue, schemas: readonly unknown[], path: readonly (string | number)[]): void {
    // A conversion may have made anything of the value.
    if (Array.isArray(sent) && Array.isArray(output)) {
      const variants = this.#expand(schemas);
      for (const [index, item] of sent.entries()) {
        const accepted = variants.map(({ prefixItems = [], items }) => prefixItems[index] ?? items);
        this.visit({ sent: item, output: output[index] }, accepted, [...path, index]);
      }
      return;
    }
    if (!isPlainObject(sent) || !isPlainObject(output)) return;
    const variants = this.#expand(schemas);
    const isDescribed = variants.some(({ properties }) => properties !== undefined);
    const isOpen = !isDescribed || variants.some(acceptsOthers) || hasNewNames({ sent, output }, variants);
    for (const [name, member] of Object.entries(sent)) {
      const declared = variants.flatMap(({ properties = {}, additionalProperties = [] }) =>
        Object.hasOwn(properties, name) ? (properties[name] ?? []) : additionalProperties,
      );
      const isKept = Object.hasOwn(output, name);
      if (isKept) this.visit({ sent: member, output: output[name] }, declared, [...path, name]);
      else if (!isOpen && member !== undefined && !isDeclared(name, variants)) this.#add(name, variants, path);
    }
  }

  #add(name: string, variants: readonly JsonSchema[], path: readonly (string | number)[]): void {
    const near = this.#suggest(name, () => variants.flatMap(({ properties = {} }) => Object.keys(properties)));
    this.#issues.push({ path: pointerOf([...path, name]), message: describeUnknown(near), rule: 'unknown' });
  }

  /** Returns the schemas with all of their parts, without references. */
  #expand(schemas: readonly unknown[], seen: Set<string> = new Set()): readonly JsonSchema[] {
    return schemas.filter(isRecord).flatMap((schema: JsonSchema) => {
      const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
      const parts = this.#expand([...anyOf, ...oneOf, ...allOf], seen);
      if ($ref === undefined || seen.has($ref)) return [schema, ...parts];
      seen.add($ref);
      return [schema, ...parts, ...this.#expand([this.#resolve($ref)], seen)];
    });
  }

  #resolve(ref: string): unknown {
    if (ref === rootRef) return this.#root;
    const name = definitionName(ref);
    return name === undefined ? undefined : this.#root.$defs?.[name];
  }
}

function isDeclared(name: string, variants: readonly JsonSchema[]): boolean {
  return variants.some(({ properties = {} }) => Object.hasOwn(properties, name));
}

/** Checks whether a conversion has made members of others, such as of one under a former name. Defaults are no conversion. */
function hasNewNames({ sent, output }: ConvertedObject, variants: readonly JsonSchema[]): boolean {
  const isFilled = (name: string): boolean =>
    variants.some(({ properties = {} }) => {
      const property = properties[name];
      return isRecord(property) && Object.hasOwn(property, 'default');
    });
  return Object.keys(output).some(
    (name) => output[name] !== undefined && !Object.hasOwn(sent, name) && !isFilled(name),
  );
}

/** Checks whether a schema accepts names that it does not declare, or says so in a way that is not read here. */
function acceptsOthers({ additionalProperties, patternProperties, unevaluatedProperties }: JsonSchema): boolean {
  const isClosed = additionalProperties === undefined || additionalProperties === false;
  return !isClosed || patternProperties !== undefined || unevaluatedProperties !== undefined;
}
