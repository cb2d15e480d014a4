import { pointerOf, stepsOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { freezeDeep } from './freeze-deep.js';
import { problemOf } from './normalize-checks.js';
import { annotations, type Dialect, dialectOf, modernize } from './normalize-dialect.js';
import { type RefKeyword, type RefTarget, SchemaDocument } from './normalize-document.js';
import { findEndlessRef } from './normalize-loops.js';
import { DefinitionNames } from './normalize-names.js';
import { schemaProblem, show } from './normalize-problem.js';
import { snapshotJson } from './normalize-snapshot.js';
import { refTo, rootRef } from './schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas, schemasHeldBy } from './schema-walk.js';

/**
 * Brings a JSON Schema of any draft from 04 on, or of OpenAPI, into the internal dialect: 2020-12, without `$schema`,
 * `$id`, anchors and titles, every definition in the `$defs` of the root, and every reference either `#` or to one of
 * them. The input is left alone, the outcome deeply frozen. `where` begins the message of any error.
 *
 * @throws DefinitionError if the schema is not valid, not self-contained, cyclic or too deep.
 */
export function normalizeSchema(schema: unknown, where: string): JsonSchema {
  return normalizeSnapshot(snapshotJson(schema, where), where);
}

/**
 * Normalises an author's own schema, and keeps it as it was written: as a frozen copy, since what is handed out later must
 * not be a way to change the original.
 *
 * @throws DefinitionError as `normalizeSchema` does.
 */
export function normalizeAuthored(schema: JsonSchema, where: string): { schema: JsonSchema; authored: JsonSchema } {
  const authored = snapshotJson(schema, where);
  return { schema: normalizeSnapshot(authored, where), authored: authored as JsonSchema };
}

function normalizeSnapshot(root: unknown, where: string): JsonSchema {
  if (typeof root === 'boolean') return Object.freeze(root ? {} : { not: Object.freeze({}) });
  if (!isRecord(root)) {
    throw schemaProblem({ where, pointer: '' }, `it must be an object, true or false, got ${show(root)}.`);
  }
  const dialect = dialectOf(root);
  if (dialect === undefined) {
    const problem = `${show(root.$schema)} is not read. Use draft-04, -06, -07, 2019-09 or 2020-12.`;
    throw schemaProblem({ where, pointer: '', keyword: '$schema' }, problem);
  }
  return new Normalization(root, dialect, where).run();
}

type RawSchema = Readonly<Record<string, unknown>>;

const definitionKeywords = ['$defs', 'definitions'];
const refKeywords: readonly RefKeyword[] = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Names, anchors and titles, which the outcome does without, and annotations that only OpenAPI knows. */
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
  /** The places that become definitions, in the order of their discovery. */
  readonly #definitions: Set<string>;
  /** By the schema as it came, because what is shared is normalised once. */
  readonly #done = new Map<unknown, AnySchema>();
  /** Keywords of the root that hold no schemas by themselves, but were referred into. */
  readonly #containers = new Set<string>();

  constructor(root: RawSchema, dialect: Dialect, where: string) {
    this.#root = root;
    this.#dialect = dialect;
    this.#where = where;
    this.#checkKeywords(root, '', definitionKeywords);
    this.#document = new SchemaDocument(root, dialect);
    const stated = definitionKeywords.flatMap((keyword) =>
      Object.keys((root[keyword] as object | undefined) ?? {}).map((name) => pointerOf([keyword, name])),
    );
    this.#names = new DefinitionNames(stated);
    this.#definitions = new Set(stated);
  }

  run(): JsonSchema {
    const root = this.#normalize(this.#root, '') as JsonSchema;
    const $defs: Record<string, AnySchema> = {};
    // Grows while it is walked: definitions refer to further places.
    for (const pointer of this.#definitions) {
      $defs[this.#names.nameOf(pointer)] = this.#normalize(this.#document.at(pointer), pointer);
    }
    const fields: Record<string, unknown> = { ...root };
    for (const keyword of this.#containers) delete fields[keyword];
    if (this.#definitions.size > 0) fields.$defs = Object.freeze($defs);
    const schema: JsonSchema = Object.freeze(fields);
    this.#refuseLoops(schema);
    return schema;
  }

  #normalize(schema: unknown, pointer: string): AnySchema {
    if (typeof schema === 'boolean') return schema;
    const known = this.#done.get(schema);
    if (known !== undefined) return known;
    const normalized = freezeDeep(modernize(this.#fieldsOf(schema as RawSchema, pointer)));
    this.#done.set(schema, normalized);
    return normalized;
  }

  #fieldsOf(schema: RawSchema, pointer: string): RawSchema {
    const keywords = Object.keys(schema).filter((keyword) => this.#counts(keyword, schema));
    this.#checkKeywords(schema, pointer, keywords);
    const refs = refKeywords.filter((keyword) => keywords.includes(keyword));
    const [$ref, ...further] = refs.map((keyword) => this.#refOf(schema, keyword, pointer));
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

  /** Whether a keyword says anything: up to draft-07, only annotations do beside `$ref`. */
  #counts(keyword: string, schema: RawSchema): boolean {
    if (!this.#dialect.refStandsAlone || typeof schema.$ref !== 'string') return true;
    return keyword === '$ref' || annotations.has(keyword);
  }

  #checkKeywords(schema: RawSchema, pointer: string, keywords: readonly string[]): void {
    for (const keyword of keywords) {
      const problem = schema[keyword] === undefined ? undefined : problemOf(keyword, schema[keyword]);
      if (problem !== undefined) throw schemaProblem({ where: this.#where, pointer, keyword }, problem);
    }
  }

  #refOf(schema: RawSchema, keyword: RefKeyword, pointer: string): string {
    const ref = schema[keyword] as string;
    const target = this.#document.resolve(schema, keyword, ref);
    if (!target.found) {
      throw schemaProblem({ where: this.#where, pointer, keyword }, this.#refProblem(ref, target));
    }
    if (target.pointer === '') return rootRef;
    const [container = ''] = stepsOf(target.pointer);
    if (schemasHeldBy(container) === undefined) this.#containers.add(container);
    this.#definitions.add(target.pointer);
    return refTo(this.#names.nameOf(target.pointer));
  }

  #refProblem(ref: string, { reason }: Extract<RefTarget, { found: false }>): string {
    if (reason === 'outside') {
      return `${show(ref)} is outside this schema, and nothing is fetched. Copy the definition into '$defs'.`;
    }
    if (reason === 'dynamic') {
      return `${show(ref)} means different schemas for different callers. Refer to one of them by '$ref'.`;
    }
    const names = definitionKeywords.flatMap((keyword) =>
      Object.keys((this.#root[keyword] as object | undefined) ?? {}),
    );
    const those = names.length === 0 ? 'There are no definitions' : `There are ${names.slice(0, 10).join(', ')}`;
    const others = names.length > 10 ? ' and others' : '';
    return `${show(ref)} leads nowhere. ${those}${others}. Correct it, or add the definition to '$defs'.`;
  }

  #refuseLoops(schema: JsonSchema): void {
    const name = findEndlessRef(schema);
    if (name === undefined) return;
    const pointer = name === rootRef ? '' : (this.#names.pointerOf(name) ?? '');
    const problem =
      'it leads back to itself without going a level down, so validation would never end. Break the circle.';
    throw schemaProblem({ where: this.#where, pointer, keyword: '$ref' }, problem);
  }
}
