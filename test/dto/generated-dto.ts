import { Exclude, Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import fc from 'fast-check';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';

/** One property of a generated class: its decorators, and values that are likely to fit. */
interface PropertyPlan {
  readonly decorators: readonly PropertyDecorator[];
  readonly fitting: fc.Arbitrary<unknown>;
  readonly initial?: unknown;
  readonly isRenamed?: boolean;
  /** What the class's prototype has under the property's name. */
  readonly accessor?: PropertyDescriptor;
}

/**
 * `published`: classes of which the schema says all. `exact`: classes of which the schema says all and whose instances are
 * made by assigning, and a few others. `any`: classes of every kind.
 */
type Strictness = 'published' | 'exact' | 'any';

/** A generated DTO class and inputs for it. */
export interface DtoCase {
  readonly dto: DtoClass;
  readonly input: unknown;
}

const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 4 }))
  // Not counted in lengths by class-validator: docs/dto-rules.md.
  .map((value) => value.replaceAll(/[\uFE0E\uFE0F]/g, ''));

const number = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true }));

const textRules: readonly PropertyDecorator[] = [
  v.MinLength(1),
  v.MinLength(2),
  v.MaxLength(3),
  v.Length(1, 5),
  v.IsNotEmpty(),
  v.NotContains('a'),
  v.Matches(/^[^\s]*$/),
  v.IsNotIn(['', 'x']),
];
const numberRules: readonly PropertyDecorator[] = [v.Min(0), v.Max(10), v.IsPositive(), v.IsNegative(), v.NotEquals(3)];
const listRules: readonly PropertyDecorator[] = [
  v.ArrayMinSize(1),
  v.ArrayMaxSize(3),
  v.ArrayUnique(),
  v.ArrayNotEmpty(),
];

/** With characters that class-validator counts in some places only. */
const selectorText = fc.string({
  unit: fc.constantFrom('a', '\uFE0F', '\uFE0E', '\uD83D', '\uDE00', '😀'),
  maxLength: 5,
});

const lengthRules: readonly PropertyDecorator[] = [v.MinLength(1), v.MinLength(2), v.MaxLength(2), v.Length(1, 2)];

const plainPlans = [
  plan([v.IsString()], textRules, text),
  plan([v.IsInt()], numberRules, fc.integer({ min: -5, max: 20 })),
  plan([v.IsNumber()], numberRules, number),
  plan([v.IsBoolean()], [], fc.boolean()),
  plan([v.IsEnum({ A: 'a', B: 'b' })], [], fc.constantFrom('a', 'b', 'A')),
  plan([v.IsIn(['a', 1, null])], [], fc.constantFrom('a', 1, null)),
];

/** Scalars and lists of them: rules that the schema decides on as class-validator does. */
const exactPlan: fc.Arbitrary<PropertyPlan> = fc.oneof(
  ...plainPlans,
  plan([v.IsString()], lengthRules, selectorText),
  plan([v.IsIn([undefined, 'a', -0])], [], fc.constantFrom('a', 0, -0)),
  plan([v.IsDefined(), v.IsNumber()], [v.IsNotIn([0]), v.NotEquals(-1)], fc.constantFrom(0, -0, 1, -1)),
  plan([v.IsBooleanString()], [v.NotEquals('1')], fc.constantFrom('true', '1', 'no')),
  plan([v.IsMilitaryTime()], [v.IsNotEmpty()], fc.constantFrom('12:00', '12:00 ', '2400')),
  plan([v.IsEmpty()], [], fc.constantFrom('', null, 'a')),
  plan([v.IsInt({ each: true })], [v.Min(1, { each: true })], fc.oneof(fc.integer(), fc.array(fc.integer({ min: 0 })))),
  plan([v.Equals('a')], [], fc.constantFrom('a', 'b')),
  plan([v.IsEnum({ A: 'a', B: 0 })], [], fc.constantFrom('a', 0, 'B')),
  plan(
    [v.IsArray(), v.IsString({ each: true })],
    [v.ArrayMinSize(1), v.ArrayMaxSize(3), v.MaxLength(2, { each: true })],
    fc.array(selectorText, { maxLength: 4 }),
  ),
  plan([v.ArrayNotEmpty(), v.IsInt({ each: true })], [v.Min(1, { each: true })], fc.array(fc.integer({ max: 3 }))),
);

const scalarPlan: fc.Arbitrary<PropertyPlan> = fc.oneof(
  ...plainPlans,
  plan([v.IsObject()], [], fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })),
  plan([v.IsDefined()], [v.IsNotEmpty()], fc.jsonValue({ maxDepth: 1 })),
  plan(
    [v.IsArray(), v.IsString({ each: true })],
    [...listRules, v.MaxLength(2, { each: true })],
    fc.array(text, { maxLength: 4 }),
  ),
  plan(
    [v.IsArray(), v.IsInt({ each: true })],
    [...listRules, v.Min(1, { each: true })],
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
  ),
);

/** Names that are members of every object, or that it has not. */
const strangeName = fc.constantFrom('a', 'then', 'toString', 'valueOf', 'constructor', 'hasOwnProperty');

/** The type that the compiler emits for a property. */
function emittedType(type: unknown): PropertyDecorator {
  return type === undefined ? () => undefined : Reflect.metadata('design:type', type);
}

/** A custom rule, which also reads the entire object. */
function evenLength(): PropertyDecorator {
  return v.ValidateBy({
    name: 'evenLength',
    validator: {
      validate: (value, place) => typeof value === 'string' && value.length % 2 === 0 && place?.object !== null,
    },
  });
}

/** What is published as it should be sent, or not at all: class-validator accepts more. */
const looserPlan: fc.Arbitrary<PropertyPlan> = fc.oneof(
  plan([Type(() => Number), v.IsInt()], numberRules, fc.oneof(number, text, fc.boolean(), fc.constant('5'))),
  plan([Type(() => String), v.IsString()], textRules, fc.jsonValue({ maxDepth: 1 })),
  plan([Type(() => Boolean), v.IsBoolean()], [], fc.jsonValue({ maxDepth: 1 })),
  plan(
    [Type(() => Date), v.IsDate()],
    [],
    fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom('2026-12-01', '2026-12-01T09:00:00', 'Dec 1, 2026'),
      number,
      text,
    ),
  ),
  plan([Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)), v.IsString()], textRules, text),
  plan([Transform(({ value }) => value.length), v.IsInt()], [], fc.oneof(text, fc.constant(null))),
  plan([v.ValidateIf((dto: Record<string, unknown>) => dto.a === undefined), v.IsString()], [], text),
  ...[undefined, Array, Object].map((emitted) =>
    plan([emittedType(emitted), v.IsString({ each: true })], [], fc.oneof(text, fc.array(text, { maxLength: 2 }))),
  ),
  plan([v.Allow()], [], fc.jsonValue({ maxDepth: 1 })),
  plan([v.NotEquals('a')], [], text),
  plan([v.IsString()], lengthRules, selectorText),
  plan([v.IsOptional(), v.IsEmail()], [], fc.constantFrom('a@b.de', 'a', null)),
  plan([v.IsNumber({ maxDecimalPlaces: 1 })], numberRules, fc.oneof(number, fc.constantFrom(0.5, 1e-7))),
  plan([v.IsIn([1, 'a'], { each: true })], [v.ArrayUnique()], fc.array(fc.constantFrom(1, 'a', 'b'))),
  plan([evenLength()], [], fc.oneof(text, fc.constant(null))),
  plan([Exclude(), v.IsOptional()], [], text),
  plan([Exclude({ toPlainOnly: true }), v.IsString()], textRules, text),
  plan([v.IsString({ groups: ['update'] })], [v.MinLength(1, { always: false })], text),
  plan([v.IsInt({ validateIf: (_, value) => value !== 'none' })], [], fc.constantFrom(1, 'none', 'a')),
  plan([v.IsObject()], [v.IsNotEmptyObject()], fc.dictionary(strangeName, fc.jsonValue({ maxDepth: 2 }))),
);

function plan(
  base: readonly PropertyDecorator[],
  more: readonly PropertyDecorator[],
  fitting: fc.Arbitrary<unknown>,
): fc.Arbitrary<PropertyPlan> {
  return fc
    .subarray([...more], { maxLength: Math.min(2, more.length) })
    .map((chosen) => ({ decorators: [...base, ...chosen], fitting }));
}

/** Generates classes with properties, optional, renamed, initialised, inherited and nested ones, and inputs for them. */
export function dtoCases(strictness: Strictness): fc.Arbitrary<DtoCase> {
  const looser = fc.oneof({ weight: 3, arbitrary: scalarPlan }, { weight: 1, arbitrary: looserPlan });
  const leaf = { published: scalarPlan, exact: exactPlan, any: looser }[strictness];
  const inner = fc
    .dictionary(propertyName, varied(leaf, strictness), { minKeys: 1, maxKeys: 3 })
    .map((own) => defineDto({ own, inherited: {} }));
  const nested = inner.chain((made) =>
    strictness === 'published'
      ? fc.oneof(nestedPlan(made), nestedListPlan(made))
      : fc.oneof(
          nestedPlan(made),
          nestedListPlan(made),
          strictness === 'exact' ? exactNestedPlan(made) : looserNestedPlan(made),
        ),
  );
  const properties = fc.dictionary(propertyName, varied(fc.oneof(leaf, nested), strictness), { maxKeys: 3 });
  return fc
    .record({ own: properties, inherited: properties })
    .filter(({ own, inherited }) => Object.keys(own).length + Object.keys(inherited).length > 0)
    .map(defineDto)
    .chain((made) => inputFor(made, strictness).map((input) => ({ dto: made.dto, input })));
}

const propertyName = fc.constantFrom('a', 'b', 'c', 'd');

const simpleInitial = fc.constantFrom<unknown>(1, 'a', true);
const looserInitial = fc.oneof(simpleInitial, fc.constantFrom<unknown>(makeNothing, [1], { a: 1 }, null));

function makeNothing(): void {}

// Most classes are ordinary, so that instances are created and validated without the libraries.
function rarely<T>(unusual: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 29, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unusual });
}

function sometimes<T>(other: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: other });
}

const accessor = fc.constantFrom<PropertyDescriptor>(
  { configurable: true, get: () => 'a' },
  {
    configurable: true,
    get(this: { kept?: unknown }) {
      return this.kept;
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'kept', { value, configurable: true });
    },
  },
);

function varied(plans: fc.Arbitrary<PropertyPlan>, strictness: Strictness): fc.Arbitrary<PropertyPlan> {
  return fc
    .record({
      made: plans,
      isOptional: fc.boolean(),
      isRenamed: strictness === 'published' ? fc.boolean() : rarely(fc.constant(true)),
      initial: initialFor(strictness),
      accessor: strictness === 'any' ? rarely(accessor) : fc.constant(null),
    })
    .map(({ made, isOptional, isRenamed, initial, accessor }) => ({
      ...made,
      decorators: [...made.decorators, ...(isOptional ? [v.IsOptional()] : [])],
      isRenamed: isRenamed === true,
      ...(initial === null || 'initial' in made ? {} : { initial }),
      ...(accessor === null ? {} : { accessor, initial: undefined }),
    }));
}

function initialFor(strictness: Strictness): fc.Arbitrary<unknown> {
  if (strictness === 'published') return fc.option(simpleInitial);
  // Most initial values are of another type than the property: those break a rule.
  return strictness === 'any' ? sometimes(looserInitial) : rarely(simpleInitial);
}

interface GeneratedDto {
  readonly dto: DtoClass;
  readonly fitting: fc.Arbitrary<Record<string, unknown>>;
  /** The names under which callers send the properties. */
  readonly names: readonly string[];
}

function nestedPlan({ dto, fitting }: GeneratedDto): fc.Arbitrary<PropertyPlan> {
  return fc.constant({ decorators: [v.IsObject(), v.ValidateNested(), Type(() => dto)], fitting });
}

function nestedListPlan({ dto, fitting }: GeneratedDto): fc.Arbitrary<PropertyPlan> {
  const decorators = [v.IsArray(), v.ValidateNested({ each: true }), Type(() => dto)];
  return fc.constant({ decorators, fitting: fc.array(fitting, { maxLength: 3 }) });
}

/** Nested classes without a rule that distinguishes one object from a list. */
function exactNestedPlan({ dto, fitting }: GeneratedDto): fc.Arbitrary<PropertyPlan> {
  const some = fc.array(fc.oneof(fitting, fc.array(fitting, { maxLength: 2 })), { maxLength: 2 });
  return fc.constantFrom<PropertyPlan>(
    { decorators: [v.ValidateNested(), Type(() => dto)], fitting: fc.oneof(fitting, some, fc.constant(null)) },
    { decorators: [v.ValidateNested({ each: true }), Type(() => dto)], fitting: fc.oneof(fitting, some), initial: [] },
    { decorators: [v.ArrayMaxSize(1), v.ValidateNested({ each: true }), Type(() => dto)], fitting: some },
    { decorators: [v.IsDefined(), v.ValidateNested(), Type(() => dto)], fitting },
    { decorators: [v.IsArray(), v.IsObject({ each: true }), v.ValidateNested(), Type(() => dto)], fitting: some },
  );
}

/** Nested classes in ways that class-transformer, or class-validator, treats apart. */
function looserNestedPlan({ dto, fitting }: GeneratedDto): fc.Arbitrary<PropertyPlan> {
  const nested = { decorators: [v.ValidateNested(), Type(() => dto)], fitting };
  return fc.constantFrom<PropertyPlan>(
    nested,
    { ...nested, initial: new (dto as new () => object)() },
    { decorators: [v.ValidateNested(), Type(() => dto)], fitting: fc.array(fc.oneof(fitting, fc.array(fitting))) },
    { decorators: [v.ValidateNested(), Type((where) => (where?.object.a === 1 ? Date : dto))], fitting },
    { decorators: [v.IsObject(), Type(() => dto)], fitting },
    { decorators: [v.ValidateNested()], fitting },
    {
      decorators: [
        v.ValidateNested(),
        Type(() => dto, { discriminator: { property: 'a', subTypes: [{ value: dto, name: 'x' }] } }),
      ],
      fitting,
    },
  );
}

type Plans = Readonly<Record<string, PropertyPlan>>;

function defineDto({ own, inherited }: { readonly own: Plans; readonly inherited: Plans }): GeneratedDto {
  const Parent = decorate(
    class {
      constructor() {
        Object.assign(this, initialsOf(inherited));
      }
    },
    inherited,
  );
  const dto = decorate(
    class Dto extends Parent {
      constructor() {
        super();
        Object.assign(this, initialsOf(own));
      }
    },
    own,
  );
  for (const [name, { accessor }] of Object.entries(own))
    if (accessor) Object.defineProperty(dto.prototype, name, accessor);
  const values = new Map<string, fc.Arbitrary<unknown>>();
  for (const [name, { fitting }] of Object.entries({ ...inherited, ...own })) {
    // What a parent renames stays renamed.
    const isRenamed = inherited[name]?.isRenamed === true || own[name]?.isRenamed === true;
    values.set(isRenamed ? `${name}_outside` : name, fitting);
  }
  const fitting = fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>>;
  return { dto, fitting, names: [...values.keys()] };
}

function decorate<T extends DtoClass>(dto: T, plans: Plans): T {
  for (const [name, { decorators, isRenamed }] of Object.entries(plans)) {
    if (isRenamed === true) Expose({ name: `${name}_outside` })(dto.prototype, name);
    for (const decorator of decorators) decorator(dto.prototype, name);
  }
  return dto;
}

function initialsOf(plans: Plans): Record<string, unknown> {
  const entries = Object.entries(plans).filter(([, { initial }]) => initial !== undefined);
  return Object.fromEntries(entries.map(([name, { initial }]) => [name, initial]));
}

// Members of every object, and the inside names of renamed properties, are dropped before a rule sees them.
const extraName = text.filter((name) => !(name in {}) && !/^[a-d]$/.test(name));

/** Mostly valid inputs, with an occasional wrong value or unknown name. */
function inputFor({ fitting, names }: GeneratedDto, strictness: Strictness): fc.Arbitrary<unknown> {
  const name =
    strictness === 'published' ? fc.constantFrom(...names) : fc.oneof(fc.constantFrom(...names), propertyName);
  const wrong = fc.dictionary(name, fc.jsonValue({ stringUnit: 'binary', maxDepth: 1 }), { maxKeys: 1 });
  const extra = fc.dictionary(extraName, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 });
  const mixed = fc
    .record({ fitting, wrong: fc.option(wrong, { freq: 2 }), extra: fc.option(extra, { freq: 4 }) })
    .map((parts) => ({ ...parts.fitting, ...parts.wrong, ...parts.extra }));
  return fc.oneof({ weight: 9, arbitrary: mixed }, { weight: 1, arbitrary: fitting });
}
