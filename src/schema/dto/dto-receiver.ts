import { DefinitionError, type ValidationIssue } from '../../errors.js';
import { previewValue } from '../../value-preview.js';
import { type DtoError, issuesOfErrors } from './dto-issues.js';
import { copyPlain } from './plain-copy.js';
import type { DtoClass } from './validation-rules.js';

/** What became of arguments that were meant for a DTO. */
export type DtoVerdict =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * Makes the function that turns arguments into an instance of `dto`, or says what is wrong with them: exactly as
 * `validate(plainToInstance(dto, value))` with unknown properties forbidden. class-transformer and class-validator are
 * loaded at its first call. The arguments are left as they are.
 *
 * What a conversion or a rule throws at once counts as a refusal: it could not read the value. What an asynchronous
 * rule rejects with is a failure of its own, and is passed on.
 */
export function createDtoReceiver(dto: DtoClass): (value: unknown) => Promise<DtoVerdict> {
  let libraries: Promise<Libraries> | undefined;
  return async (value) => {
    libraries ??= loadLibraries();
    const { plainToInstance, validate } = await libraries;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refusal('type', `must be an object, got ${previewValue(value)}`);
    }
    const instance = attempt(() => plainToInstance(dto, copyPlain(value)));
    if (!instance.ok) return refusal('transform', `cannot be converted (${instance.reason})`);
    const pending = attempt(() => validate(instance.value, strictOptions));
    if (!pending.ok) return refusal('validation', `cannot be checked (${pending.reason})`);
    const errors = await pending.value;
    return errors.length === 0
      ? { ok: true, value: instance.value }
      : { ok: false, issues: issuesOfErrors(errors, value) };
  };
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

function refusal(rule: string, message: string): DtoVerdict {
  return { ok: false, issues: [{ path: '', message, rule }] };
}
