import type { JsonSchema } from '../../base/json/json-schema.js';
import { annotationKeywords } from './annotation-keywords.js';
import { definitionName, refsIn } from './schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas } from './schema-walk.js';
import { withUsedDefinitions } from './used-definitions.js';

type Definitions = NonNullable<JsonSchema['$defs']>;

/**
 * Replaces every reference of a schema in the internal dialect by its definition. A definition that contains itself
 * stays in `$defs`, with the references to it.
 */
export function inlineRefs(schema: JsonSchema): JsonSchema {
  const { $defs = {}, ...root } = schema;
  const inlining = new Inlining($defs);
  const definitions = Object.entries($defs).map(([name, held]): [string, AnySchema] => [name, inlining.expand(held)]);
  const expanded = inlining.expand(root) as JsonSchema;
  return withUsedDefinitions({ ...expanded, $defs: Object.fromEntries(definitions) });
}

class Inlining {
  readonly #definitions: Definitions;
  readonly #recursive: ReadonlySet<string>;
  readonly #expanded = new Map<string, AnySchema>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.#recursive = findRecursive(definitions);
  }

  expand(schema: AnySchema): AnySchema {
    if (!isRecord(schema)) return schema;
    const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      return [keyword, mapHeldSchemas([keyword, value], (held) => this.expand(held as AnySchema))];
    });
    const mapped: JsonSchema = Object.fromEntries(entries);
    const name = mapped.$ref === undefined ? undefined : definitionName(mapped.$ref);
    const definition = name === undefined ? undefined : this.#definitionOf(name);
    return definition === undefined ? mapped : replaceRef(mapped, definition);
  }

  #definitionOf(name: string): AnySchema | undefined {
    if (this.#recursive.has(name) || !Object.hasOwn(this.#definitions, name)) return undefined;
    const known = this.#expanded.get(name);
    if (known !== undefined) return known;
    const expanded = this.expand(this.#definitions[name] ?? true);
    this.#expanded.set(name, expanded);
    return expanded;
  }
}

/** Merges the keywords next to a reference with its definition. Only annotations can take precedence over it. */
function replaceRef({ $ref: _, ...siblings }: JsonSchema, definition: AnySchema): AnySchema {
  const keywords = Object.keys(siblings);
  if (keywords.length === 0) return definition;
  if (isRecord(definition) && keywords.every((keyword) => annotationKeywords.has(keyword))) {
    return { ...definition, ...siblings };
  }
  return { ...siblings, allOf: [definition, ...(siblings.allOf ?? [])] };
}

/** Returns the names of the definitions that refer to themselves, directly or through others. */
function findRecursive(definitions: Definitions): ReadonlySet<string> {
  const targets = new Map(Object.entries(definitions).map(([name, held]) => [name, targetsOf(held)]));
  return new Set([...targets.keys()].filter((name) => reaches(name, targets)));
}

function targetsOf(schema: AnySchema): readonly string[] {
  return [...refsIn(schema)].flatMap((ref) => definitionName(ref) ?? []);
}

function reaches(name: string, targets: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const queue = [...(targets.get(name) ?? [])];
  for (const target of queue) {
    if (target === name) return true;
    if (seen.has(target)) continue;
    seen.add(target);
    queue.push(...(targets.get(target) ?? []));
  }
  return false;
}
