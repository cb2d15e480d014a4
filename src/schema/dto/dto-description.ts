import { type Constructor, readFields } from '../../metadata/class-records.js';
import { designTypeOf } from '../../metadata/reflect-store.js';
import type { FieldOptions } from '../../metadata/tool-options.js';
import { initialValues, probeTransforms, type TransformFacts } from './transform-probe.js';
import { classesWithRules, type DtoClass, rulesOf, type ValidationRule } from './validation-rules.js';

/** Everything known of one property of a DTO, whoever said it. */
export interface DtoProperty extends TransformFacts {
  /** The name in the class. */
  readonly name: string;
  readonly rules: readonly ValidationRule[];
  /** What `@Field()` says. */
  readonly field: FieldOptions;
  /** The type that the compiler emitted. */
  readonly designType: unknown;
  /** What the property's initialiser leaves, or undefined. */
  readonly initial: unknown;
}

const descriptions = new WeakMap<Constructor, ReadonlyMap<string, DtoProperty>>();

/** The properties of a DTO that have a rule or a `@Field()`, by their names in the class; parents' first. */
export function describeDto(dto: DtoClass): ReadonlyMap<string, DtoProperty> {
  const known = descriptions.get(dto);
  if (known !== undefined) return known;
  const rules = rulesByProperty(dto);
  const fields = readFields(dto);
  const properties = new Set([...rules.keys(), ...fields.keys()]);
  const facts = probeTransforms({ dto, properties, candidates: classesWithRules });
  const initial = initialValues(dto);
  const described = new Map<string, DtoProperty>();
  for (const [name, fact] of facts) {
    described.set(name, {
      ...fact,
      name,
      rules: rules.get(name) ?? [],
      field: fields.get(name) ?? {},
      designType: designTypeOf(dto.prototype, name),
      initial: Object.hasOwn(initial, name) ? initial[name] : undefined,
    });
  }
  descriptions.set(dto, described);
  return described;
}

function rulesByProperty(dto: DtoClass): ReadonlyMap<string, readonly ValidationRule[]> {
  const grouped = new Map<string, ValidationRule[]>();
  for (const rule of rulesOf(dto)) {
    const rules = grouped.get(rule.property);
    if (rules === undefined) grouped.set(rule.property, [rule]);
    else rules.push(rule);
  }
  return grouped;
}
