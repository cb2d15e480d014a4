import type { JsonSchema } from '../../base/json/json-schema.js';
import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { freezeDeep } from '../json-schema/freeze-deep.js';
import { definitionName, refTo, UniqueNames } from '../json-schema/schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas } from '../json-schema/schema-walk.js';
import { copySchema } from '../typed/copy-schema.js';
import type { GeneratedTypes } from '../typed/generated-types.js';
import { acceptedTypes, findFurtherKeywords, isShaped } from '../typed/type-agreement.js';
import { type Annotations, isNull, soleBranch, type TypeView, viewType } from '../typed/type-view.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { type DtoProperty, describeDto } from './dto-description.js';
import { dtoJsonSchema } from './dto-schema.js';
import { mergeSchemas, nullable } from './merge-schemas.js';

/**
 * Creates the published schema of a DTO class whose TypeScript type is known. The rules define the properties and which
 * ones are required; the type adds unspecified keywords and annotations. Only class-validator validates.
 */
export function createTypedDtoSchema(dto: DtoClass, type: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  return new DtoTypeMerger(dtoJsonSchema(dto, types.where), types).merge(dto, type);
}

/** The context of a value in a DTO. */
interface ValueContext {
  /** The class of the value. */
  readonly dto?: DtoClass | undefined;
  /** Whether a `@Transform` converts the value to a type that neither rules nor types describe. */
  readonly isTransformed?: boolean;
  /** Whether null is accepted unless the rules exclude it. */
  readonly acceptsNull?: boolean;
  /** Whether the author described the property with `@Field()`, so that its comment does not count. */
  readonly isDescribed?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Merges a DTO's schema with its TypeScript type, traversing both in parallel. */
class DtoTypeMerger {
  readonly #ruled: JsonSchema;
  readonly #types: GeneratedTypes;
  readonly #names = new UniqueNames();
  readonly #definitions = new Map<string, AnySchema>();
  /** The names of definitions of the DTO's schema, by the type with which each was merged. */
  readonly #ruledNames = new Map<string, Map<GeneratedSchema | undefined, string>>();
  readonly #typeNames = new Map<string, string>();

  constructor(ruled: JsonSchema, types: GeneratedTypes) {
    this.#ruled = ruled;
    this.#types = types;
  }

  merge(dto: DtoClass, type: GeneratedSchema): JsonSchema {
    const { $defs: _, ...root } = this.#ruled;
    const merged = this.#merge(root, viewType(type, this.#types), { dto }) as JsonSchema;
    if (this.#definitions.size === 0) return merged;
    return Object.freeze({ ...merged, $defs: Object.freeze(Object.fromEntries(this.#definitions)) });
  }

  #merge(ruled: AnySchema, view: TypeView | undefined, context: ValueContext): AnySchema {
    if (typeof ruled === 'boolean') return ruled && view !== undefined ? this.#merge({}, view, context) : ruled;
    if (view === undefined) return this.#withParts(ruled, undefined, context);
    if (context.isTransformed === true) {
      const own = this.#withParts(ruled, undefined, {});
      return Object.freeze({ ...own, ...describedBy(own, view.annotations, context) });
    }
    return freezeDeep(withAnnotations(this.#shapeOf(ruled, view, context), view, context));
  }

  #shapeOf(ruled: JsonSchema, view: TypeView, context: ValueContext): JsonSchema {
    if (!isShaped(ruled)) {
      const shape = this.#copyType(withoutAnnotations(view.schema));
      return mergeSchemas([context.acceptsNull === true ? nullable(shape) : shape, ruled]);
    }
    const own = this.#withParts(ruled, view, context);
    // A schema with alternatives was merged branch by branch.
    if (['$ref', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(ruled, keyword))) return own;
    const further = findFurtherKeywords(ruled, view.value, {
      ofRules: acceptedTypes(ruled),
      ofType: acceptedTypes(view.value, (name) => this.#types.definition(name)),
    });
    return mergeDescribed(own, this.#copyType(further));
  }

  /** Merges all schemas in a DTO's schema with their types. */
  #withParts(ruled: JsonSchema, view: TypeView | undefined, context: ValueContext): JsonSchema {
    const entries = Object.entries(ruled).map(([keyword, value]): [string, unknown] => {
      if (keyword === '$ref') return [keyword, this.#refTo(String(value), view?.value, context)];
      if (keyword === 'properties') return [keyword, this.#properties(value as Fields, view, context)];
      const type = typeOfPart(keyword, ruled, view);
      const { dto, isDescribed = false } = context;
      const inner: ValueContext = type === undefined ? {} : { dto, isDescribed };
      return [
        keyword,
        Object.freeze(
          mapHeldSchemas([keyword, value], (held) =>
            this.#merge(held as AnySchema, isNull(held) ? undefined : this.#view(type), inner),
          ),
        ),
      ];
    });
    return Object.freeze(Object.fromEntries(entries));
  }

  #view(type: unknown): TypeView | undefined {
    return isRecord(type) ? viewType(type, this.#types) : undefined;
  }

  #properties(properties: Fields, view: TypeView | undefined, { dto }: ValueContext): Fields {
    const typed = isRecord(view?.value.properties) ? view.value.properties : {};
    const described = new Map<string | undefined, DtoProperty>();
    if (dto !== undefined) for (const one of describeDto(dto).values()) described.set(one.argument, one);
    const entries = Object.entries(properties).map(([name, property]) => {
      const known = described.get(name);
      const own = known?.name ?? name;
      const type = Object.hasOwn(typed, own) ? typed[own] : undefined;
      return [name, this.#merge(property as AnySchema, this.#view(type), contextOf(known))] as const;
    });
    return Object.freeze(Object.fromEntries(entries));
  }

  /** Returns the reference to a definition of the DTO's schema, merged with the type at that location. */
  #refTo(ref: string, type: GeneratedSchema | undefined, context: ValueContext): string {
    const name = definitionName(ref);
    const definition = name === undefined ? undefined : this.#ruled.$defs?.[name];
    if (name === undefined || definition === undefined) return ref;
    const byType = this.#ruledNames.get(name) ?? new Map<GeneratedSchema | undefined, string>();
    this.#ruledNames.set(name, byType);
    let merged = byType.get(type);
    if (merged === undefined) {
      merged = this.#names.take(name);
      // Reserved before the definition is created, because it may refer to itself.
      byType.set(type, merged);
      this.#definitions.set(merged, {});
      this.#definitions.set(merged, this.#merge(definition, this.#view(type), { dto: context.dto }));
    }
    return refTo(merged);
  }

  /** Copies a type, or some of its keywords, as a part of the DTO's schema. */
  #copyType(type: GeneratedSchema): JsonSchema {
    return copySchema(type, { rename: (name) => this.#nameOfType(name) });
  }

  #nameOfType(name: string): string {
    const known = this.#typeNames.get(name);
    const definition = this.#types.definition(name);
    if (known !== undefined || definition === undefined) return known ?? name;
    const taken = this.#names.take(name);
    this.#typeNames.set(name, taken);
    this.#definitions.set(taken, {});
    this.#definitions.set(taken, this.#copyType(definition));
    return taken;
  }
}

function contextOf(property: DtoProperty | undefined): ValueContext {
  if (property === undefined) return {};
  const { discriminator, type, designType, field, transformed, rules } = property;
  const dto =
    discriminator !== undefined || field.schema !== undefined ? undefined : [type, designType].find(isDtoClass);
  const isDescribed = field.description !== undefined || field.schema !== undefined;
  return { dto, isDescribed, isTransformed: transformed, acceptsNull: rules.some(({ name }) => name === 'isOptional') };
}

/** Returns the type of the subschema under a keyword of a DTO's schema. */
function typeOfPart(keyword: string, ruled: JsonSchema, view: TypeView | undefined): unknown {
  const type = view?.value;
  switch (keyword) {
    case 'items':
      return type?.prefixItems === undefined ? type?.items : undefined;
    case 'additionalProperties':
      return type?.additionalProperties;
    case 'anyOf':
    case 'oneOf':
      return soleBranch(ruled[keyword]) === undefined ? undefined : type;
    default:
      return undefined;
  }
}

function withoutAnnotations({
  description,
  examples,
  deprecated,
  default: value,
  ...shape
}: GeneratedSchema): GeneratedSchema {
  return shape;
}

/** Adds keywords to a schema. A description is added to the one of the schema. */
function mergeDescribed(own: JsonSchema, { description, ...further }: JsonSchema): JsonSchema {
  return mergeSchemas([{ ...own, ...further }, description === undefined ? {} : { description }]);
}

/** Returns the comment of a property before the description of its rules, unless the author wrote a `@Field()`. */
function describedBy(ruled: JsonSchema, comment: Annotations, { isDescribed = false }: ValueContext): JsonSchema {
  const { description } = comment;
  if (typeof description !== 'string' || (isDescribed && ruled.description !== undefined)) return {};
  return mergeSchemas([{ description }, ruled.description === undefined ? {} : { description: ruled.description }]);
}

/** Adds the annotations of the type that the rules do not declare. */
function withAnnotations(merged: JsonSchema, { siblings, annotations }: TypeView, context: ValueContext): JsonSchema {
  // The annotations of a reference's target or a sole branch are already in that schema.
  const isWrapped = merged.$ref !== undefined || soleBranch(merged.anyOf ?? merged.oneOf) !== undefined;
  const { default: value, ...others }: Annotations = isWrapped ? siblings : annotations;
  const fits = value !== undefined && fitsKeywords(value, merged);
  const described = describedBy(merged, others, context);
  return { ...others, ...(fits ? { default: value } : {}), ...merged, ...described } as JsonSchema;
}
