import { DefinitionError } from '../../base/errors/errors.js';
import { classNameOf } from '../../base/values/class-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { annotations } from '../json-schema/normalize-dialect.js';
import { definitionName } from '../json-schema/schema-refs.js';
import { eachHeldSchema, isRecord } from '../json-schema/schema-walk.js';
import { conversionTo } from './conversions.js';

/** The definitions to which the generated schemas of one tool refer. */
export type GeneratedDefs = Readonly<Record<string, GeneratedSchema>>;

/** The schemas that can be reached from a schema, itself first, and the names of the definitions among them. */
export interface Reach {
  readonly nodes: ReadonlySet<GeneratedSchema>;
  readonly definitions: ReadonlySet<string>;
}

/** The generated schemas of a tool: resolves references and determines which values become instances. */
export class GeneratedTypes {
  /** The owner of the schemas, such as `Class.method: parameter 'name'`, with which error messages begin. */
  readonly where: string;
  readonly #$defs: GeneratedDefs;
  readonly #converting = new Map<GeneratedSchema, boolean>();

  constructor($defs: GeneratedDefs, where: string) {
    this.where = where;
    this.#$defs = $defs;
  }

  /** Returns the definition with a name, or undefined if it does not exist. */
  definition(name: string): GeneratedSchema | undefined {
    return Object.hasOwn(this.#$defs, name) ? this.#$defs[name] : undefined;
  }

  /** Returns the target of a schema's reference. */
  target({ $ref }: GeneratedSchema): GeneratedSchema | undefined {
    const name = typeof $ref === 'string' ? definitionName($ref) : undefined;
    return name === undefined ? undefined : this.definition(name);
  }

  /** Returns the DTO class that a schema represents, directly or through references. */
  dtoOf(schema: GeneratedSchema): DtoClass | undefined {
    const seen = new Set<GeneratedSchema>();
    for (let at: GeneratedSchema | undefined = schema; at !== undefined && !seen.has(at); at = this.target(at)) {
      const dto = dtoClassOf(at);
      if (dto !== undefined) return dto;
      if (!isOnlyReference(at)) return undefined;
      seen.add(at);
    }
    return undefined;
  }

  /** Finds all schemas that can be reached from a schema. The content of a DTO is not traversed. */
  reach(schema: GeneratedSchema): Reach {
    const nodes = new Set<GeneratedSchema>();
    const definitions = new Set<string>();
    const visit = (held: unknown): void => {
      if (!isRecord(held) || nodes.has(held)) return;
      nodes.add(held);
      if (dtoClassOf(held) !== undefined) return;
      const name = typeof held.$ref === 'string' ? definitionName(held.$ref) : undefined;
      const definition = name === undefined ? undefined : this.definition(name);
      if (name !== undefined && definition !== undefined) {
        definitions.add(name);
        visit(definition);
      }
      eachHeldSchema(held, visit);
    };
    visit(schema);
    return { nodes, definitions };
  }

  /** Checks whether any value in a schema becomes an instance of a class. */
  converts(schema: GeneratedSchema): boolean {
    const known = this.#converting.get(schema);
    if (known !== undefined) return known;
    const { nodes } = this.reach(schema);
    const converts = [...nodes].some((node) => 'instanceOf' in node || dtoClassOf(node) !== undefined);
    // If a schema contains no conversion, none of its parts does.
    for (const node of converts ? [schema] : nodes) this.#converting.set(node, converts);
    return converts;
  }

  /** Checks whether a schema contains a DTO class. */
  containsDto(schema: GeneratedSchema): boolean {
    return [...this.reach(schema).nodes].some((node) => dtoClassOf(node) !== undefined);
  }

  /** Throws a DefinitionError if a schema refers to a class of which no instance can be created from JSON. */
  checkClasses(schema: GeneratedSchema): void {
    for (const node of this.reach(schema).nodes) {
      const isCandidate = 'dtoCandidate' in node;
      if (!isCandidate && !('instanceOf' in node)) continue;
      const type = isCandidate ? node.dtoCandidate : node.instanceOf;
      if (conversionTo(type) !== undefined || isDtoClass(type)) continue;
      if (typeof type === 'function') {
        if (isCandidate) continue;
        throw new DefinitionError(
          `${this.where}: class '${classNameOf(type)}' has no class-validator rules. ` +
            'Decorate its properties, or use an interface.',
        );
      }
      throw new DefinitionError(
        `${this.where}: its generated schema refers to a class that is ${previewValue(type)}. ` +
          "Import the generated module after the classes, and run 'toolwright generate'.",
      );
    }
  }
}

/** Returns the DTO class whose rules apply to the object of a schema, itself and not through references. */
export function dtoClassOf({ instanceOf, dtoCandidate }: GeneratedSchema): DtoClass | undefined {
  return [instanceOf, dtoCandidate].find(isDtoClass);
}

/** Checks whether a schema consists only of a reference and annotations. */
export function isOnlyReference(schema: GeneratedSchema): boolean {
  if (typeof schema.$ref !== 'string') return false;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || annotations.has(keyword));
}
