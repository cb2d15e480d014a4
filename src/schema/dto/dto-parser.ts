import { memoize } from '../../memoize.js';
import { previewValue } from '../../value-preview.js';
import { type BoundValues, type ParseResult, refuseUnreadable, type ValueParser } from '../input/value-parser.js';
import { omitProperties } from '../json-schema/edit-schema.js';
import { copyJson } from '../validation/copy-json.js';
import { type CompiledSchema, compileSchema } from '../validation/schema-compiler.js';
import { issuesOf } from '../validation/schema-issues.js';
import { describeDto } from './dto-description.js';
import { type DtoError, issuesOfErrors } from './dto-issues.js';
import { loadPlainToInstance, loadValidate, type PlainToInstance } from './dto-libraries.js';
import { describeExactly, type ExactDto } from './exact-dto.js';
import { type PrivateModules, privateModules } from './private-modules.js';
import type { Validate } from './rule-executor.js';
import type { DtoClass } from './validation-rules.js';

/** The parser of a DTO class. All tools that take the class share it. */
export const dtoParser = memoize((dto: DtoClass) => createDtoParser(dto));

/**
 * Creates the function that turns arguments into an instance of `dto`, or says what is wrong with them, with the
 * verdict and the instance of `validate(plainToInstance(dto, value))` where unknown properties are forbidden. It leaves
 * the arguments as they are and shares no object with them.
 *
 * Where a JSON Schema says all that class-validator checks and class-transformer would only assign, the compiled schema
 * decides and the instance is made by assigning. For every other class both libraries are loaded when first needed, and
 * decide themselves.
 *
 * An exception of a conversion or a rule, or the rejection of an asynchronous rule, counts as a refusal: it could not
 * read the value. A ToolError that a rule throws is thrown on.
 *
 * Bound values are put on the instance as they are, once the rest is accepted: no rule judges them.
 */
export function createDtoParser(dto: DtoClass, modules: PrivateModules = privateModules): ValueParser {
  let parse: ObjectParser | undefined;
  return (value, bound = noValues) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusal('type', `must be an object, got ${previewValue(value)}`);
    }
    // Not before it is needed: a class that the DTO leads to may be defined later.
    parse ??= createObjectParser(dto, modules);
    return parse(value, bound);
  };
}

const noValues: BoundValues = Object.freeze({});

type ObjectParser = (value: object, bound: BoundValues) => ParseResult | Promise<ParseResult>;

function createObjectParser(dto: DtoClass, modules: PrivateModules): ObjectParser {
  const storage = modules.transformStorage();
  const exact = storage === undefined ? undefined : describeExactly(dto, storage);
  return exact === undefined ? new LibraryParser(dto, modules).parse : createExactParser(exact, dto.name);
}

/** Parses by the compiled schema and by assigning. */
function createExactParser({ schema, create }: ExactDto, where: string): ObjectParser {
  const properties = schema.properties ?? {};
  /** By the names of the bound values, which are not the caller's to send. */
  const validators = new Map<string, Validator>();
  const validatorWithout = (names: readonly string[]): Validator => {
    const key = names.length === 0 ? '' : JSON.stringify(names);
    const known = validators.get(key);
    if (known !== undefined) return known;
    const validator = createValidator(omitProperties(schema, new Set(names)), where);
    validators.set(key, validator);
    return validator;
  };
  return (value, bound) => {
    const names = Object.keys(bound);
    const validator = validatorWithout(names);
    const { accepts, failures } = validator.compiled;
    if (!accepts(value)) return { ok: false, issues: issuesOf(failures(value), validator.schema) };
    const instance = create(value);
    for (const name of names) if (Object.hasOwn(properties, name)) Reflect.set(instance, name, bound[name]);
    return { ok: true, value: instance };
  };
}

interface Validator {
  readonly schema: ExactDto['schema'];
  readonly compiled: CompiledSchema;
}

function createValidator(schema: ExactDto['schema'], where: string): Validator {
  return { schema, compiled: compileSchema(schema, where, { joinsSelectors: true }) };
}

/** class-transformer and class-validator. */
interface Libraries {
  readonly plainToInstance: PlainToInstance;
  readonly validate: Validate;
}

/** Parses by class-transformer and class-validator, which are loaded when first needed. */
class LibraryParser {
  readonly #dto: DtoClass;
  readonly #modules: PrivateModules;
  #libraries: Libraries | undefined;

  constructor(dto: DtoClass, modules: PrivateModules) {
    this.#dto = dto;
    this.#modules = modules;
  }

  readonly parse: ObjectParser = (sent, bound) => {
    if (this.#libraries !== undefined) return this.#parse(this.#libraries, sent, bound);
    return this.#load().then((libraries) => this.#parse(libraries, sent, bound));
  };

  async #load(): Promise<Libraries> {
    const plainToInstance = await loadPlainToInstance();
    this.#libraries = { plainToInstance, validate: await loadValidate(this.#modules) };
    return this.#libraries;
  }

  #parse(
    { plainToInstance, validate }: Libraries,
    sent: object,
    bound: BoundValues,
  ): ParseResult | Promise<ParseResult> {
    const boundProperties = propertiesOf(this.#dto, bound);
    let instance: object;
    try {
      instance = plainToInstance(this.#dto, copyJson(sent));
    } catch (error) {
      return refuseUnreadable('converted', error);
    }
    const conclude = (found: readonly DtoError[]): ParseResult => {
      const errors = found.filter(({ property }) => property === undefined || !boundProperties.has(property));
      if (errors.length > 0) return { ok: false, issues: issuesOfErrors(errors, sent) };
      for (const [property, value] of boundProperties) Reflect.set(instance, property, value);
      return { ok: true, value: instance };
    };
    try {
      const found = validate(instance);
      return found instanceof Promise ? found.then(conclude, refuseUnchecked) : conclude(found);
    } catch (error) {
      return refuseUnreadable('checked', error);
    }
  }
}

/** Bound values by the names that their properties have in the class. */
function propertiesOf(dto: DtoClass, bound: BoundValues): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  if (Object.keys(bound).length === 0) return properties;
  for (const { name, argument } of describeDto(dto).values()) {
    if (argument !== undefined && Object.hasOwn(bound, argument)) properties.set(name, bound[argument]);
  }
  return properties;
}

function refuseUnchecked(error: unknown): ParseResult {
  return refuseUnreadable('checked', error);
}

function refusal(rule: string, message: string): ParseResult {
  return { ok: false, issues: [{ path: '', message, rule }] };
}
