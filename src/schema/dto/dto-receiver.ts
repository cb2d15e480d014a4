import { previewValue } from '../../value-preview.js';
import type { BoundValues, Received, Receiver } from '../input/receiver.js';
import { describeDto } from './dto-description.js';
import { type DtoError, issuesOfErrors } from './dto-issues.js';
import { type Judge, judgeOf } from './dto-judge.js';
import { type DtoInstances, type Instantiate, loadInstances, loadValidate } from './dto-libraries.js';
import type { Validate } from './rule-executor.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/**
 * Makes the function that turns arguments into an instance of `dto`, or says what is wrong with them: exactly as
 * `validate(plainToInstance(dto, value))` with unknown properties forbidden. The arguments are left as they are, but
 * their arrays and untyped objects may become part of the instance: give it a copy of the caller's. What `direct` takes is
 * the caller's own, and stays it.
 *
 * An instance whose rules are class-validator's own is accepted without class-validator, and made without
 * class-transformer where that would only assign. Whatever is not accepted that way, class-validator judges. So from
 * the second call on, good arguments are mostly answered at once; both libraries are loaded when first needed.
 *
 * What a conversion or a rule throws at once counts as a refusal: it could not read the value. What an asynchronous
 * rule rejects with is a failure of its own, and is passed on.
 *
 * Bound values are put on the instance as they are, once the rest is accepted: no rule judges them.
 */
export function createDtoReceiver(dto: DtoClass): Receiver {
  const readTerms = createTermsReader(dto);
  const validator = new LazyValidator();
  let instances: DtoInstances | undefined;
  const receive = (make: Instantiate, sent: object, terms: Terms): Received | Promise<Received> => {
    let instance: object;
    try {
      instance = make(sent);
    } catch (error) {
      return refusal('transform', `cannot be converted (${reasonOf(error)})`);
    }
    return isAccepted(instance, terms) ? accept(instance, terms) : validator.judge({ instance, sent, terms });
  };
  const receiver = (value: unknown, bound?: BoundValues): Received | Promise<Received> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusal('type', `must be an object, got ${previewValue(value)}`);
    }
    if (instances !== undefined) return receive(instances.instantiate, value, readTerms(bound));
    return loadInstances(dto).then((loaded) => {
      instances = loaded;
      return receive(loaded.instantiate, value, readTerms(bound));
    });
  };
  const take = (given: object): object | undefined => {
    const judge = readTerms(undefined).judge;
    if (judge === undefined) return undefined;
    const instance = instances?.make?.(given);
    return instance !== undefined && judge(instance) ? instance : undefined;
  };
  const names = (): readonly string[] => rulesOf(dto).map(({ property }) => property);
  return Object.assign(receiver, { direct: { names, take } });
}

/** On what terms a call is judged. */
interface Terms {
  /** Bound values by the names that their properties have in the class. */
  readonly bound: ReadonlyMap<string, unknown>;
  /** undefined where only class-validator can judge. */
  readonly judge: Judge | undefined;
}

function createTermsReader(dto: DtoClass): (values: BoundValues | undefined) => Terms {
  let unbound: Terms | undefined;
  let last: BoundProperties | undefined;
  return (values) => {
    if (values === undefined) {
      unbound ??= { bound: new Map(), judge: judgeOf(dto) };
      return unbound;
    }
    const names = Object.keys(values);
    // A tool nearly always binds the same arguments.
    if (last === undefined || !isSame(names, last.names)) last = readBoundProperties(dto, names);
    return { bound: new Map(last.properties.map(([name, argument]) => [name, values[argument]])), judge: last.judge };
  };
}

/** What follows from which arguments are bound. */
interface BoundProperties {
  readonly names: readonly string[];
  /** The properties that they belong to, with the names of their arguments. */
  readonly properties: readonly (readonly [property: string, argument: string])[];
  readonly judge: Judge | undefined;
}

function readBoundProperties(dto: DtoClass, names: readonly string[]): BoundProperties {
  const properties: (readonly [string, string])[] = [];
  for (const { name, argument } of describeDto(dto).values()) {
    if (argument !== undefined && names.includes(argument)) properties.push([name, argument]);
  }
  return { names, properties, judge: judgeOf(dto, new Set(properties.map(([name]) => name))) };
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

function isAccepted(instance: object, { judge }: Terms): boolean {
  try {
    return judge?.(instance) === true;
  } catch {
    return false;
  }
}

function accept(instance: object, { bound }: Terms): Received {
  if (bound.size > 0) for (const [property, value] of bound) Reflect.set(instance, property, value);
  return { ok: true, value: instance };
}

/** class-validator's own judgement, for which it is loaded when first needed. */
class LazyValidator {
  #validate: Validate | undefined;

  judge(judged: JudgedInstance): Received | Promise<Received> {
    if (this.#validate !== undefined) return judgeBy(this.#validate, judged);
    return loadValidate().then((validate) => {
      this.#validate = validate;
      return judgeBy(validate, judged);
    });
  }
}

function judgeBy(validate: Validate, judged: JudgedInstance): Received | Promise<Received> {
  let found: ReturnType<Validate>;
  try {
    found = validate(judged.instance);
  } catch (error) {
    return refusal('validation', `cannot be checked (${reasonOf(error)})`);
  }
  return found instanceof Promise ? found.then((errors) => conclude(errors, judged)) : conclude(found, judged);
}

/** An instance, what was sent for it, and on what terms it is judged. */
interface JudgedInstance {
  readonly instance: object;
  readonly sent: object;
  readonly terms: Terms;
}

function conclude(found: readonly DtoError[], { instance, sent, terms }: JudgedInstance): Received {
  const errors = found.filter(({ property }) => property === undefined || !terms.bound.has(property));
  return errors.length > 0 ? { ok: false, issues: issuesOfErrors(errors, sent) } : accept(instance, terms);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refusal(rule: string, message: string): Received {
  return { ok: false, issues: [{ path: '', message, rule }] };
}
