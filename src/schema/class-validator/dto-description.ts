import { memoize } from '../../base/values/memoize.js';
import { readFields } from '../../tool/metadata/class-records.js';
import { designTypeOf } from '../../tool/metadata/reflect-store.js';
import type { FieldOptions } from '../../tool/metadata/tool-options.js';
import { classesWithRules, type DtoClass, rulesByProperty, type ValidationRule } from '../dto/validation-rules.js';
import { initialValues, probeTransforms, type TransformFacts } from './transform-probe.js';

/** The description of one property of a DTO, from its rules, its decorators and its initialiser. */
export interface DtoProperty extends TransformFacts {
  /** The name of the property in the class. */
  readonly name: string;
  readonly rules: readonly ValidationRule[];
  /** The options of `@Field()`. */
  readonly field: FieldOptions;
  /** The type that the compiler emitted. */
  readonly designType: unknown;
  /** The value that the property's initialiser sets, or undefined. */
  readonly initial: unknown;
}

/** Describes the properties of a DTO that have a rule or a `@Field()`, by their names in the class, parents' first. */
export const describeDto = memoize((dto: DtoClass): ReadonlyMap<string, DtoProperty> => {
  const rules = rulesByProperty(dto);
  const fields = readFields(dto);
  const properties = new Set([...rules.keys(), ...fields.keys()]);
  const facts = probeTransforms({ dto, properties, candidates: classesWithRules });
  const initial = initialValues(dto);
  const described = new Map<string, DtoProperty>();
  for (const [name, transforms] of facts) {
    described.set(name, {
      ...transforms,
      name,
      rules: rules.get(name) ?? [],
      field: fields.get(name) ?? {},
      designType: designTypeOf(dto.prototype, name),
      initial: Object.hasOwn(initial, name) ? initial[name] : undefined,
    });
  }
  return described;
});

/**
 * Returns the properties of a DTO without a rule that class-transformer never reads from a caller, as with `@Exclude()`.
 */
export const excludedProperties = memoize((dto: DtoClass): ReadonlySet<string> => {
  const described = describeDto(dto);
  const properties = Object.keys(initialValues(dto)).filter((name) => !described.has(name));
  if (properties.length === 0) return new Set();
  const facts = probeTransforms({ dto, properties, candidates: classesWithRules });
  return new Set(properties.filter((name) => facts.get(name)?.argument === undefined));
});

/** Returns the names under which a caller sends the properties of a DTO, by their names in the class. */
export const argumentNames = memoize((dto: DtoClass): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { name, argument = name } of describeDto(dto).values()) names.set(name, argument);
  return names;
});
