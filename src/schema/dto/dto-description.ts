import { readFields } from '../../metadata/class-records.js';
import { designTypeOf } from '../../metadata/reflect-store.js';
import type { FieldOptions } from '../../metadata/tool-options.js';
import { ClassMemo } from './class-memo.js';
import { transformStorage } from './plain-transformer.js';
import { initialValues, probeTransforms, type TransformFacts } from './transform-probe.js';
import { readTransforms } from './transform-reader.js';
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

/** What everybody but class-transformer says of a property. */
type SaidOfProperty = Pick<DtoProperty, 'name' | 'rules' | 'field' | 'initial'>;

// A class, and nothing spread: there is one for each property of every DTO, and a literal with an accessor would have a
// shape of its own each time.
class DescribedProperty implements DtoProperty {
  readonly argument: string | undefined;
  readonly type: TransformFacts['type'];
  readonly collection: TransformFacts['collection'];
  readonly discriminator: TransformFacts['discriminator'];
  readonly transformed: boolean;
  readonly name: string;
  readonly rules: readonly ValidationRule[];
  readonly field: FieldOptions;
  readonly initial: unknown;
  readonly #dto: DtoClass;

  constructor(dto: DtoClass, { name, rules, field, initial }: SaidOfProperty, facts: TransformFacts) {
    this.#dto = dto;
    this.name = name;
    this.rules = rules;
    this.field = field;
    this.initial = initial;
    this.argument = facts.argument;
    this.type = facts.type;
    this.collection = facts.collection;
    this.discriminator = facts.discriminator;
    this.transformed = facts.transformed;
  }

  /** Few properties are asked for it, and to find it takes as long as all the rest. */
  get designType(): unknown {
    return designTypeOf(this.#dto.prototype, this.name);
  }
}

const descriptions = new ClassMemo<ReadonlyMap<string, DtoProperty>>();

/** The properties of a DTO that have a rule or a `@Field()`, by their names in the class; parents' first. */
export function describeDto(dto: DtoClass): ReadonlyMap<string, DtoProperty> {
  const known = descriptions.get(dto);
  if (known !== undefined) return known;
  const rules = rulesByProperty(dto);
  const fields = readFields(dto);
  const properties = new Set([...rules.keys(), ...fields.keys()]);
  const facts = transformsOf(dto, properties);
  const initial = initialValues(dto);
  const described = new Map<string, DtoProperty>();
  for (const [name, known] of facts) {
    const said = {
      name,
      rules: rules.get(name) ?? [],
      field: fields.get(name) ?? {},
      initial: Object.hasOwn(initial, name) ? initial[name] : undefined,
    };
    described.set(name, new DescribedProperty(dto, said, known));
  }
  descriptions.set(dto, described);
  return described;
}

const namesByClass = new ClassMemo<ReadonlyMap<string, string>>();

/** The names under which a caller sends the properties of a DTO, by their names in the class. */
export function argumentNames(dto: DtoClass): ReadonlyMap<string, string> {
  const known = namesByClass.get(dto);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const { name, argument } of describeDto(dto).values()) if (argument !== undefined) names.set(name, argument);
  namesByClass.set(dto, names);
  return names;
}

function transformsOf(dto: DtoClass, properties: ReadonlySet<string>): ReadonlyMap<string, TransformFacts> {
  const storage = transformStorage();
  const read = storage === undefined ? undefined : readTransforms({ dto, properties }, storage);
  return read ?? probeTransforms({ dto, properties, candidates: classesWithRules });
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
