import { pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { freezeDeep } from './freeze-deep.js';
import { findProblem } from './normalize-checks.js';
import { annotations, type Dialect, dialectOf, modernize } from './normalize-dialect.js';
import { type RefKeyword, type RefTarget, SchemaDocument } from './normalize-document.js';
import { findEndlessRef } from './normalize-loops.js';
import { DefinitionNames } from './normalize-names.js';
import { createSchemaError, show } from './normalize-problem.js';
import { snapshotJson } from './normalize-snapshot.js';
import { refTo, rootRef } from './schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas, schemasHeldBy } from './schema-walk.js';

/**
 * Converts a JSON Schema of draft-04 or later, or of OpenAPI, to the internal dialect: 2020-12, without `$schema`,
 * `$id`, anchors and titles, with every definition in the `$defs` of the root, and every reference either `#` or to one
 * of these definitions. The input is not changed; the result is deeply frozen. Error messages begin with `where`.
 *
 * @throws DefinitionError if the schema is not valid, not self-contained, cyclic or too deep.
 */
export function normalizeSchema(schema: unknown, where: string): JsonSchema {
  return normalizeSnapshot(snapshotJson(schema, where), where);
}

/**
 * Normalizes an author's schema, and returns a frozen copy of the authored schema, so that callers cannot change the
 * original.
 *
 * @throws DefinitionError if the schema is not valid, not self-contained, cyclic or too deep.
 */
export function normalizeAuthored(schema: JsonSchema, where: string): { schema: JsonSchema; authored: JsonSchema } {
  const authored = snapshotJson(schema, where);
  return { schema: normalizeSnapshot(authored, where), authored: authored as JsonSchema };
}

function normalizeSnapshot(root: unknown, where: string): JsonSchema {
  if (typeof root === 'boolean') return Object.freeze(root ? {} : { not: Object.freeze({}) });
  if (!isRecord(root)) {
    throw createSchemaError({ where, pointer: '' }, `it must be an object, true or false, got ${show(root)}.`);
  }
  const dialect = dialectOf(root);
  if (dialect === undefined) {
    const problem = `${show(root.$schema)} is not supported. Use draft-04, -06, -07, 2019-09 or 2020-12.`;
    throw createSchemaError({ where, pointer: '', keyword: '$schema' }, problem);
  }
  return new Normalization(root, dialect, where).run();
}

type RawSchema = Readonly<Record<string, unknown>>;

const definitionKeywords = ['$defs', 'definitions'];
const refKeywords: readonly RefKeyword[] = ['$ref', '$dynamicRef', '$recursiveRef'];

/** The keywords to remove: names, anchors, titles, and annotations that only OpenAPI defines. */
const droppedKeywords: ReadonlySet<string> = new Set([
  '$anchor',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
  'discriminator',
  'externalDocs',
  'id',
  'title',
  'xml',
  ...definitionKeywords,
  ...refKeywords,
]);

class Normalization {
  readonly #root: RawSchema;
  readonly #dialect: Dialect;
  readonly #where: string;
  readonly #document: SchemaDocument;
  readonly #names: DefinitionNames;
  /** The locations that become definitions, in the order of their discovery. */
  readonly #definitions: Set<string>;
  /** The normalized schemas, by original schema, because shared schemas are normalized once. */
  readonly #done = new Map<unknown, AnySchema>();
  /** The keywords of the root that are not schema keywords, but contain targets of references. */
  readonly #containers = new Set<string>();

  constructor(root: RawSchema, dialect: Dialect, where: string) {
    this.#root = root;
    this.#dialect = dialect;
    this.#where = where;
    this.#checkKeywords(root, '', definitionKeywords);
    this.#document = new SchemaDocument(root, dialect);
    const declared = definitionKeywords.flatMap((keyword) =>
      Object.keys((root[keyword] as object | undefined) ?? {}).map((name) => pointerOf([keyword, name])),
    );
    this.#names = new DefinitionNames(declared);
    this.#definitions = new Set(declared);
  }

  run(): JsonSchema {
    const root = this.#normalize(this.#root, '') as JsonSchema;
    const $defs: Record<string, AnySchema> = {};
    // The set grows during the iteration, because definitions refer to further locations.
    for (const pointer of this.#definitions) {
      $defs[this.#names.nameOf(pointer)] = this.#normalize(this.#document.at(pointer), pointer);
    }
    const fields: Record<string, unknown> = { ...root };
    for (const keyword of this.#containers) delete fields[keyword];
    if (this.#definitions.size > 0) fields.$defs = Object.freeze($defs);
    const schema: JsonSchema = Object.freeze(fields);
    this.#checkLoops(schema);
    return schema;
  }

  #normalize(schema: unknown, pointer: string): AnySchema {
    if (typeof schema === 'boolean') return schema;
    const done = this.#done.get(schema);
    if (done !== undefined) return done;
    const normalized = freezeDeep(modernize(this.#normalizeFields(schema as RawSchema, pointer)));
    this.#done.set(schema, normalized);
    return normalized;
  }

  #normalizeFields(schema: RawSchema, pointer: string): RawSchema {
    const keywords = Object.keys(schema).filter((keyword) => this.#applies(keyword, schema));
    this.#checkKeywords(schema, pointer, keywords);
    const refs = refKeywords.filter((keyword) => keywords.includes(keyword));
    const [$ref, ...further] = refs.map((keyword) => this.#rewriteRef(schema, keyword, pointer));
    const fields: Record<string, unknown> = $ref === undefined ? {} : { $ref };
    for (const keyword of keywords) {
      if (droppedKeywords.has(keyword)) continue;
      fields[keyword] = mapHeldSchemas([keyword, schema[keyword]], (held, steps) =>
        this.#normalize(held, pointer + pointerOf(steps)),
      );
    }
    if (further.length === 0) return fields;
    return {
      ...fields,
      allOf: [...((fields.allOf as unknown[] | undefined) ?? []), ...further.map((ref) => ({ $ref: ref }))],
    };
  }

  /** Checks whether a keyword applies: up to draft-07, only annotations apply next to `$ref`. */
  #applies(keyword: string, schema: RawSchema): boolean {
    if (!this.#dialect.ignoresRefSiblings || typeof schema.$ref !== 'string') return true;
    return keyword === '$ref' || annotations.has(keyword);
  }

  #checkKeywords(schema: RawSchema, pointer: string, keywords: readonly string[]): void {
    for (const keyword of keywords) {
      const problem = schema[keyword] === undefined ? undefined : findProblem(keyword, schema[keyword]);
      if (problem !== undefined) throw createSchemaError({ where: this.#where, pointer, keyword }, problem);
    }
  }

  #rewriteRef(schema: RawSchema, keyword: RefKeyword, pointer: string): string {
    const ref = schema[keyword] as string;
    const target = this.#document.resolve(schema, keyword, ref);
    if (!target.found) {
      throw createSchemaError({ where: this.#where, pointer, keyword }, this.#describeRefProblem(ref, target));
    }
    if (target.pointer === '') return rootRef;
    const [container = ''] = stepsOf(target.pointer);
    if (schemasHeldBy(container) === undefined) this.#containers.add(container);
    this.#definitions.add(target.pointer);
    return refTo(this.#names.nameOf(target.pointer));
  }

  #describeRefProblem(ref: string, { reason }: Extract<RefTarget, { found: false }>): string {
    if (reason === 'outside') {
      return `${show(ref)} is outside this schema, and nothing is fetched. Copy the definition into '$defs'.`;
    }
    if (reason === 'dynamic') {
      return `${show(ref)} refers to different schemas depending on the caller. Refer to one of them by '$ref'.`;
    }
    const names = definitionKeywords.flatMap((keyword) =>
      Object.keys((this.#root[keyword] as object | undefined) ?? {}),
    );
    const known =
      names.length === 0 ? 'There are no definitions' : `The definitions are ${names.slice(0, 10).join(', ')}`;
    const others = names.length > 10 ? ' and others' : '';
    return `${show(ref)} does not exist. ${known}${others}. Correct it, or add the definition to '$defs'.`;
  }

  #checkLoops(schema: JsonSchema): void {
    const name = findEndlessRef(schema);
    if (name === undefined) return;
    const pointer = name === rootRef ? '' : (this.#names.pointerOf(name) ?? '');
    const problem =
      'it refers back to itself without descending a level, so validation would never end. Break the cycle.';
    throw createSchemaError({ where: this.#where, pointer, keyword: '$ref' }, problem);
  }
}
