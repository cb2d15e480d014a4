import type { JsonSchema } from '../../json-schema.js';
import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { type DtoProperty, describeDto } from '../dto/dto-description.js';
import { dtoJsonSchema, isDtoClass } from '../dto/dto-schema.js';
import { mergeSchemas, nullable } from '../dto/merge-schemas.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { freezeDeep } from '../json-schema/freeze-deep.js';
import { definitionName, refTo, UniqueNames } from '../json-schema/schema-refs.js';
import { type AnySchema, isRecord, mapHeldSchemas } from '../json-schema/schema-walk.js';
import { fitsKeywords } from '../validation/fits-keywords.js';
import { copySchema } from './copy-schema.js';
import type { GeneratedTypes } from './generated-types.js';
import { admittedTypes, furtherKeywords, isShaped } from './type-agreement.js';
import { isNull, soleBranch, type TypeView, viewType } from './type-view.js';

/**
 * What models see of a DTO class whose TypeScript type is known too: its rules say what there is and what is required;
 * the type adds what they leave open, and words. class-validator decides alone, as ever.
 */
export function typedDtoSchema(dto: DtoClass, type: GeneratedSchema, types: GeneratedTypes): JsonSchema {
  return new DtoTypeMerger(dtoJsonSchema(dto, types.where), types).merge(dto, type);
}

/** What is known of the place of a value in a DTO. */
interface Place {
  /** The class of the value. */
  readonly dto?: DtoClass | undefined;
  /** Whether a `@Transform` makes of the value what neither rules nor types tell. */
  readonly isTransformed?: boolean;
  /** Whether null is admitted wherever the rules say nothing of it. */
  readonly admitsNull?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Walks a DTO's schema and its TypeScript type side by side. */
class DtoTypeMerger {
  readonly #ruled: JsonSchema;
  readonly #types: GeneratedTypes;
  readonly #names = new UniqueNames();
  readonly #definitions = new Map<string, AnySchema>();
  /** The names of definitions of the DTO's schema, by the type that each was met with. */
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

  #merge(ruled: AnySchema, view: TypeView | undefined, place: Place): AnySchema {
    if (typeof ruled === 'boolean') return ruled && view !== undefined ? this.#merge({}, view, place) : ruled;
    if (view === undefined) return this.#withParts(ruled, undefined, place);
    if (place.isTransformed === true) {
      const { description } = view.told;
      const told: JsonSchema = typeof description === 'string' ? { description } : {};
      return Object.freeze({ ...told, ...this.#withParts(ruled, undefined, {}) });
    }
    return freezeDeep(withWords(this.#shapeOf(ruled, view, place), view));
  }

  #shapeOf(ruled: JsonSchema, view: TypeView, place: Place): JsonSchema {
    if (!isShaped(ruled)) {
      const shape = withoutWords(this.#copyType(view.whole));
      return mergeSchemas([place.admitsNull === true ? nullable(shape) : shape, ruled]);
    }
    const own = this.#withParts(ruled, view, place);
    // What has forms of its own was merged form by form.
    if (['$ref', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(ruled, keyword))) return own;
    const further = furtherKeywords(ruled, view.value, {
      ofRules: admittedTypes(ruled),
      ofType: admittedTypes(view.value, (name) => this.#types.definition(name)),
    });
    return { ...own, ...this.#copyType(further) };
  }

  /** A DTO's schema with all schemas in it merged with their types. */
  #withParts(ruled: JsonSchema, view: TypeView | undefined, place: Place): JsonSchema {
    const entries = Object.entries(ruled).map(([keyword, value]): [string, unknown] => {
      if (keyword === '$ref') return [keyword, this.#refTo(String(value), view?.value, place)];
      if (keyword === 'properties') return [keyword, this.#properties(value as Fields, view, place)];
      const type = typeOfPart(keyword, ruled, view);
      const inner: Place = type === undefined ? {} : { dto: place.dto };
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

  #properties(properties: Fields, view: TypeView | undefined, { dto }: Place): Fields {
    const typed = isRecord(view?.value.properties) ? view.value.properties : {};
    const described = new Map<string | undefined, DtoProperty>();
    if (dto !== undefined) for (const one of describeDto(dto).values()) described.set(one.argument, one);
    const entries = Object.entries(properties).map(([name, property]) => {
      const known = described.get(name);
      const own = known?.name ?? name;
      const type = Object.hasOwn(typed, own) ? typed[own] : undefined;
      return [name, this.#merge(property as AnySchema, this.#view(type), placeOf(known))] as const;
    });
    return Object.freeze(Object.fromEntries(entries));
  }

  /** The reference to a definition of the DTO's schema, as it is together with the type that it was met with. */
  #refTo(ref: string, type: GeneratedSchema | undefined, place: Place): string {
    const name = definitionName(ref);
    const definition = name === undefined ? undefined : this.#ruled.$defs?.[name];
    if (name === undefined || definition === undefined) return ref;
    const byType = this.#ruledNames.get(name) ?? new Map<GeneratedSchema | undefined, string>();
    this.#ruledNames.set(name, byType);
    let merged = byType.get(type);
    if (merged === undefined) {
      merged = this.#names.take(name);
      // Before the definition is written, for it may refer to itself.
      byType.set(type, merged);
      this.#definitions.set(merged, {});
      this.#definitions.set(merged, this.#merge(definition, this.#view(type), { dto: place.dto }));
    }
    return refTo(merged);
  }

  /** A type, or some of its keywords, as a part of the DTO's schema. */
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

function placeOf(property: DtoProperty | undefined): Place {
  if (property === undefined) return {};
  const { discriminator, type, designType, field, transformed, rules } = property;
  const dto =
    discriminator !== undefined || field.schema !== undefined ? undefined : [type, designType].find(isDtoClass);
  return { dto, isTransformed: transformed, admitsNull: rules.some(({ name }) => name === 'isOptional') };
}

/** The type of what a keyword of a DTO's schema holds. */
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

function withoutWords({ description, examples, deprecated, default: value, ...shape }: JsonSchema): JsonSchema {
  return shape;
}

/** A merged schema with what the type tells people, where the rules tell nothing. */
function withWords(merged: JsonSchema, { beside, told }: TypeView): JsonSchema {
  // What the one form of a value tells stands there.
  const isFormed = merged.$ref !== undefined || soleBranch(merged.anyOf ?? merged.oneOf) !== undefined;
  const { default: value, ...words } = isFormed ? beside : told;
  const fits = value !== undefined && fitsKeywords(value, merged);
  return { ...words, ...(fits ? { default: value } : {}), ...merged } as JsonSchema;
}
