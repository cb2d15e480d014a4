import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { DtoClass } from '../dto/validation-rules.js';
import type { CompiledSchema } from '../interpreter/compiled-schema.js';
import { omitProperties } from '../json-schema/edit-schema.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { issuesOf } from '../validation/schema-issues.js';
import { copyJson } from '../values/copy-json.js';
import { type BoundValues, type ParseResult, refuseUnreadable, type ValueParser } from '../values/value-parser.js';
import { describeDto } from './dto-description.js';
import { type DtoError, issuesOfErrors } from './dto-issues.js';
import { describeExactly, type ExactDto } from './exact-dto.js';
import { findSingleItems } from './find-single-items.js';

import { loadValidate } from './load-validate.js';
import { type PrivateModules, privateModules } from './private-modules.js';
import { rejectUnreadableDates } from './read-dates.js';
import type { Validate } from './rule-executor.js';
import { transformer } from './transformer.js';

/** Returns the parser of a DTO class, which all tools with the class share. */
export const dtoParser = memoize((dto: DtoClass) => createDtoParser(dto));

/**
 * Creates a function that converts arguments to an instance of `dto` or returns their issues. The result is the same as
 * that of `validate(plainToInstance(dto, value))` with unknown properties forbidden. The function does not change the
 * arguments, and the instance shares no object with them. In addition, a single item is refused where an array is
 * declared, and so is a `Date` that is not a date-time or a date: other tools refuse both.
 *
 * If a JSON Schema covers all rules and class-transformer would only assign, the compiled schema validates the
 * arguments and the properties are assigned. For any other class, both libraries run.
 *
 * An error of a conversion or a rule, or the rejection of an asynchronous rule, rejects the value. A ToolError that a
 * rule throws propagates.
 *
 * Bound values are assigned to the instance unchanged after the validation, so no rule applies to them.
 */
export function createDtoParser(dto: DtoClass, modules: PrivateModules = privateModules): ValueParser {
  let parse: ObjectParser | undefined;
  return (value, bound = noValues) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusal('type', `must be an object, got ${previewValue(value)}`);
    }
    // Created late, because a class that the DTO refers to may be defined later.
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

/** Creates a parser that uses the compiled schema and assignments. */
function createExactParser({ schema, create }: ExactDto, where: string): ObjectParser {
  const properties = schema.properties ?? {};
  /** The validators by the names of the bound values, which a caller must not send. */
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

/** A parser that uses class-transformer and class-validator. */
class LibraryParser {
  readonly #dto: DtoClass;
  readonly #modules: PrivateModules;
  #validate: Validate | undefined;

  constructor(dto: DtoClass, modules: PrivateModules) {
    this.#dto = dto;
    this.#modules = modules;
  }

  readonly parse: ObjectParser = (sent, bound) => {
    if (this.#validate !== undefined) return this.#parse(this.#validate, sent, bound);
    return loadValidate(this.#modules).then((validate) => {
      this.#validate = validate;
      return this.#parse(validate, sent, bound);
    });
  };

  #parse(validate: Validate, sent: object, bound: BoundValues): ParseResult | Promise<ParseResult> {
    const boundProperties = propertiesOf(this.#dto, bound);
    let instance: object;
    try {
      const copy = copyJson(sent);
      instance = transformer.plainToInstance(this.#dto as new () => object, copy);
      // class-transformer has removed the discriminators from the copy.
      rejectUnreadableDates(instance, copy);
    } catch (error) {
      return refuseUnreadable('converted', error);
    }
    const conclude = (found: readonly DtoError[]): ParseResult => {
      const errors = found.filter(({ property }) => property === undefined || !boundProperties.has(property));
      const issues = issuesOfErrors(errors, sent, findSingleItems(instance, sent));
      if (issues.length > 0) return { ok: false, issues };
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

/** Returns bound values by the names of their properties in the class. */
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
