import { DefinitionError } from '../../errors.js';
import { previewValue } from '../../value-preview.js';
import type { BoundValues, Received } from '../receiver.js';
import { describeDto } from './dto-description.js';
import { type DtoError, issuesOfErrors } from './dto-issues.js';
import { copyPlain } from './plain-copy.js';
import type { DtoClass } from './validation-rules.js';

/**
 * Makes the function that turns arguments into an instance of `dto`, or says what is wrong with them: exactly as
 * `validate(plainToInstance(dto, value))` with unknown properties forbidden. class-transformer and class-validator are
 * loaded at its first call. The arguments are left as they are.
 *
 * What a conversion or a rule throws at once counts as a refusal: it could not read the value. What an asynchronous
 * rule rejects with is a failure of its own, and is passed on.
 *
 * Bound values are put on the instance as they are, once the rest is accepted: no rule judges them.
 */
export function createDtoReceiver(dto: DtoClass): (value: unknown, bound?: BoundValues) => Promise<Received> {
  let libraries: Promise<Libraries> | undefined;
  return async (value, bound) => {
    libraries ??= loadLibraries();
    const { plainToInstance, validate } = await libraries;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusal('type', `must be an object, got ${previewValue(value)}`);
    }
    const instance = attempt(() => plainToInstance(dto, copyPlain(value)));
    if (!instance.ok) return refusal('transform', `cannot be converted (${instance.reason})`);
    const pending = attempt(() => validate(instance.value, strictOptions));
    if (!pending.ok) return refusal('validation', `cannot be checked (${pending.reason})`);
    const properties = boundProperties(dto, bound);
    const errors = (await pending.value).filter(({ property }) => property === undefined || !properties.has(property));
    if (errors.length > 0) return { ok: false, issues: issuesOfErrors(errors, value) };
    for (const [property, boundValue] of properties) Reflect.set(instance.value, property, boundValue);
    return { ok: true, value: instance.value };
  };
}

const nothingBound: ReadonlyMap<string, unknown> = new Map();

/** Bound values by the names that their properties have in the class. */
function boundProperties(dto: DtoClass, bound: BoundValues | undefined): ReadonlyMap<string, unknown> {
  if (bound === undefined) return nothingBound;
  const properties = new Map<string, unknown>();
  for (const { name, argument } of describeDto(dto).values()) {
    if (argument !== undefined && Object.hasOwn(bound, argument)) properties.set(name, bound[argument]);
  }
  return properties;
}

/** What is used of class-transformer and class-validator. */
interface Libraries {
  readonly plainToInstance: (dto: DtoClass, plain: unknown) => object;
  readonly validate: (instance: object, options: object) => Promise<readonly DtoError[]>;
}

const strictOptions = Object.freeze({ whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });

async function loadLibraries(): Promise<Libraries> {
  const [transformer, validator] = await Promise.all([import('class-transformer'), import('class-validator')]);
  return {
    plainToInstance: memberOf(transformer, 'plainToInstance') as Libraries['plainToInstance'],
    validate: memberOf(validator, 'validate') as Libraries['validate'],
  };
}

// Both packages are CommonJS: their functions are named exports, or under `default` where a tool could not see them.
function memberOf(module: object, name: string): unknown {
  const own: unknown = Reflect.get(module, name);
  if (typeof own === 'function') return own;
  const whole: unknown = Reflect.get(module, 'default');
  const member: unknown = typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
  if (typeof member === 'function') return member;
  throw new DefinitionError(`class-transformer or class-validator has no '${name}'. Install versions that have it.`);
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function refusal(rule: string, message: string): Received {
  return { ok: false, issues: [{ path: '', message, rule }] };
}
