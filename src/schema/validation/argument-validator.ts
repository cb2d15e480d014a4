import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { memoize } from '../../memoize.js';
import { previewValue } from '../../value-preview.js';
import type { InputContract } from '../input/input-contract.js';
import type { BoundValues, ParseResult } from '../input/value-parser.js';
import { composeDefaults, type FillDefaults } from './argument-builder.js';
import { coerceArguments } from './coerce.js';
import { copyArguments } from './copy-json.js';
import { argumentLimits, type DeclaredNames, declaredGuardedNames } from './limits.js';
import { type CompiledSchema, compileSchema } from './schema-compiler.js';
import { issuesOf } from './schema-issues.js';

/** The values that the tool receives, or everything that is wrong with the arguments of a call. */
export type ValidationResult =
  | { readonly ok: true; readonly value: Fields }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

type Fields = Record<string, unknown>;

/** Arguments that were refused and coerced as far as possible, and what is still wrong with them. */
interface CoercedArguments {
  readonly args: Fields;
  readonly failures: readonly ErrorObject[];
}

// Escapes and white space may double the characters that are counted once it is parsed.
const longestText = 2 * argumentLimits.characters;

const noHidden: readonly string[] = [];

// A coerced JSON text may hold more to coerce. Each round goes at least one level deeper.
const maxCoercionRounds = 4;

/**
 * Returns the validator of a contract. All instances of a class share the contracts of its tools, and so their
 * validators.
 *
 * @throws DefinitionError if the schema does not compile.
 */
export function validatorOf(contract: InputContract, where: string): ArgumentValidator {
  return validatorsOf(contract)(where);
}

// The first tool that compiles a contract is named in the error if that fails.
const validatorsOf = memoize((contract: InputContract) => {
  let validator: ArgumentValidator | undefined;
  return (where: string): ArgumentValidator => {
    validator ??= new ArgumentValidator(contract, where);
    return validator;
  };
});

/**
 * Validates arguments against one contract: reads an object, copies it within the limits, has the compiled schema
 * decide, fills in defaults and lets the parser, if there is one, make of them what the method receives. What fails is
 * coerced, and validated once more. Returns at once where nothing has to be awaited.
 */
export class ArgumentValidator {
  readonly #contract: InputContract;
  readonly #where: string;
  readonly #declared: DeclaredNames;
  readonly #fillDefaults: FillDefaults | undefined;
  readonly #compiled: CompiledSchema;
  #published: CompiledSchema | undefined;

  /** @throws DefinitionError if the schema does not compile. */
  constructor(contract: InputContract, where: string) {
    this.#contract = contract;
    this.#where = where;
    this.#declared = declaredGuardedNames(contract.published);
    this.#fillDefaults = composeDefaults(contract.enforced);
    this.#compiled = compileSchema(contract.enforced, where);
  }

  /** Validates arguments; `bound` are the values that bindings supply. */
  validate(given: unknown, bound: BoundValues | undefined): ValidationResult | Promise<ValidationResult> {
    const read = readObject(given);
    if (!read.ok) return read;
    const hidden = this.#hiddenIn(read.value);
    return hidden.length === 0 ? this.#validate(read.value, bound) : this.#refuseHidden(read.value, bound, hidden);
  }

  /** The hidden names that arguments have. A property that is undefined counts as absent. */
  #hiddenIn(given: Fields): readonly string[] {
    const { hidden } = this.#contract;
    if (hidden.size === 0) return noHidden;
    return [...hidden].filter((name) => Object.hasOwn(given, name) && given[name] !== undefined);
  }

  /** Refuses hidden names, together with everything else that is wrong. */
  async #refuseHidden(
    given: Fields,
    bound: BoundValues | undefined,
    hidden: readonly string[],
  ): Promise<ValidationResult> {
    const visible = Object.fromEntries(Object.entries(given).filter(([name]) => !hidden.includes(name)));
    const result = await this.#validate(visible, bound);
    const issues = hidden.map((name) => ({ path: pointerOf([name]), message: 'is unknown', rule: 'unknown' }));
    return { ok: false, issues: result.ok ? issues : [...issues, ...result.issues] };
  }

  #validate(given: Fields, bound: BoundValues | undefined): ValidationResult | Promise<ValidationResult> {
    const copy = this.#copy(given);
    if (!copy.ok) return copy;
    const args = copy.value;
    if (!this.#compiled.accepts(args)) return this.#coerceAndRetry(args, bound);
    this.#fillDefaults?.(args);
    const { parse } = this.#contract;
    if (parse === undefined) return copy;
    const parsed = parse(args, bound);
    return parsed instanceof Promise
      ? parsed.then((one) => this.#retryRefused(one, args, bound))
      : this.#retryRefused(parsed, args, bound);
  }

  /** Copies arguments within the limits. */
  #copy(given: Fields): ValidationResult {
    const copy = copyArguments(given, this.#declared);
    return copy.ok ? copy : { ok: false, issues: [copy.issue] };
  }

  #retryRefused(
    parsed: ParseResult,
    args: Fields,
    bound: BoundValues | undefined,
  ): ValidationResult | Promise<ValidationResult> {
    return parsed.ok ? (parsed as ValidationResult) : this.#coerceAndRetry(args, bound, parsed.issues);
  }

  /** Coerces what it can, and validates again; else tells everything that is wrong. */
  #coerceAndRetry(
    refused: Fields,
    bound: BoundValues | undefined,
    known?: readonly ValidationIssue[],
  ): ValidationResult | Promise<ValidationResult> {
    const { args, failures } = this.#coerce(refused);
    if (args === refused && known !== undefined) return this.#conclude({ ok: false, issues: known }, failures);
    const copy = args === refused ? { ok: true as const, value: args } : this.#copy(args);
    if (!copy.ok) return copy;
    if (failures.length === 0) this.#fillDefaults?.(copy.value);
    const parsed = this.#parseRefused(copy.value, bound, failures);
    return parsed instanceof Promise
      ? parsed.then((one) => this.#conclude(one, failures))
      : this.#conclude(parsed, failures);
  }

  #conclude(parsed: ParseResult, failures: readonly ErrorObject[]): ValidationResult {
    if (parsed.ok && failures.length === 0) return parsed as ValidationResult;
    const issues = issuesOf(failures, this.#contract.enforced);
    return { ok: false, issues: parsed.ok ? issues : [...issues, ...parsed.issues] };
  }

  /** Coerces arguments round by round, until nothing is left that coercion could help. */
  #coerce(refused: Fields): CoercedArguments {
    let args = refused;
    for (let round = 0; round < maxCoercionRounds; round++) {
      const failures = this.#publishedFailures(args);
      const coerced = coerceArguments(args, failures, this.#contract.published);
      if (coerced === undefined) {
        return { args, failures: this.#isPublished ? failures : this.#compiled.failures(args) };
      }
      args = coerced as Fields;
    }
    return { args, failures: this.#compiled.failures(args) };
  }

  /** Parses also where the schema already failed, so that all issues are told at once. */
  #parseRefused(
    args: Fields,
    bound: BoundValues | undefined,
    failures: readonly ErrorObject[],
  ): ParseResult | Promise<ParseResult> {
    const { parse } = this.#contract;
    // A parser expects the types that the schema promises.
    if (parse === undefined || failures.some((failure) => failure.keyword === 'type')) return { ok: true, value: args };
    const unknown = new Set(failures.map((failure): unknown => failure.params.additionalProperty));
    const known = Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.has(name)));
    return parse(known, bound);
  }

  /** Whether what models see is all that is enforced. */
  get #isPublished(): boolean {
    const { published, enforced, parse }: { published: JsonSchema; enforced: JsonSchema; parse: unknown } =
      this.#contract;
    return parse === undefined && published === enforced;
  }

  #publishedFailures(args: unknown): readonly ErrorObject[] {
    if (this.#isPublished) return this.#compiled.failures(args);
    this.#published ??= compileSchema(this.#contract.published, this.#where);
    return this.#published.failures(args);
  }
}

/**
 * Reads the object that arguments are, or that their JSON text holds: models emit both. No arguments are an empty
 * object.
 */
function readObject(given: unknown): ValidationResult {
  if (given === undefined) return { ok: true, value: {} };
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ok: true, value: given as Fields };
  if (typeof given !== 'string') return refusal(`must be an object, got ${previewValue(given)}`);
  if (given.trim() === '') return { ok: true, value: {} };
  if (given.length > longestText) return refusal(`must be shorter than ${longestText} characters of JSON`);
  try {
    const parsed: unknown = JSON.parse(given);
    return typeof parsed === 'string' ? refusal(`must be an object, got ${previewValue(parsed)}`) : readObject(parsed);
  } catch {
    return refusal(`must be a JSON object, got the text ${previewValue(given)}`);
  }
}

function refusal(message: string): ValidationResult {
  return { ok: false, issues: [{ path: '', message, rule: 'type' }] };
}
