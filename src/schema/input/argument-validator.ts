import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import { CheckBudget } from '../interpreter/check-budget.js';
import type { CompiledSchema } from '../interpreter/compiled-schema.js';
import type { SchemaFailure } from '../interpreter/schema-failure.js';
import { coerceArguments } from '../validation/coerce.js';
import { composeDefaults, type FillDefaults } from '../validation/fill-defaults.js';
import { hasThrown } from '../validation/issue-errors.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { issuesOf } from '../validation/schema-issues.js';
import { copyArguments } from '../values/copy-json.js';
import { argumentLimits, type DeclaredNames, declaredGuardedNames } from '../values/limits.js';
import type { BoundValues, ParseResult } from '../values/value-parser.js';
import { explainNesting } from './explain-nesting.js';
import type { InputContract } from './input-contract.js';

/** The validated arguments of a call, or all of their issues. */
export type ValidationResult =
  | {
      readonly ok: true;
      readonly value: Fields;
      /** The JSON from which a parser created `value`, after coercion. Undefined if `value` itself is JSON. */
      readonly json?: Fields;
    }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

type Fields = Record<string, unknown>;

/** The rejected arguments after coercion, and the failures that remain. */
interface CoercedArguments {
  readonly args: Fields;
  readonly failures: readonly SchemaFailure[];
}

/** The values of bindings of one call, and the budget of its validations; undefined for schemas without limits. */
interface ValidationCall {
  readonly bound: BoundValues | undefined;
  readonly budget: CheckBudget | undefined;
}

// Escapes and white space can make a JSON text twice as long as its parsed strings.
const longestText = 2 * argumentLimits.characters;

const noHidden: readonly string[] = [];

// A coerced JSON text may contain values that need coercion too. Each round goes at least one level deeper.
const maxCoercionRounds = 4;

/**
 * Returns the validator of a contract. All instances of a class share the contracts and the validators of its tools.
 *
 * @throws DefinitionError if the schema does not compile.
 */
export function validatorOf(contract: InputContract, where: string): ArgumentValidator {
  return validatorsOf(contract)(where);
}

/**
 * Returns the validator of a contract that does not coerce.
 *
 * @throws DefinitionError if the schema does not compile.
 */
export function exactValidatorOf(contract: InputContract, where: string): ArgumentValidator {
  return exactValidatorsOf(contract)(where);
}

const validatorsOf = memoize((contract: InputContract) => shareValidator(contract, true));
const exactValidatorsOf = memoize((contract: InputContract) => shareValidator(contract, false));

// If the compilation fails, the error names the first tool that compiles the contract.
function shareValidator(contract: InputContract, coerce: boolean): (where: string) => ArgumentValidator {
  let validator: ArgumentValidator | undefined;
  return (where) => {
    validator ??= new ArgumentValidator(contract, where, coerce);
    return validator;
  };
}

/**
 * The validator of one contract's arguments. It reads an object, copies it within the limits, checks the compiled
 * schema, fills in defaults and calls the parser, if the contract has one. Invalid arguments are coerced and validated
 * again. The result is a promise only if something has to be awaited.
 */
export class ArgumentValidator {
  readonly #contract: InputContract;
  readonly #where: string;
  readonly #coerces: boolean;
  readonly #declared: DeclaredNames;
  readonly #fillDefaults: FillDefaults | undefined;
  readonly #compiled: CompiledSchema;
  #published: CompiledSchema | undefined;

  /**
   * @param coerces - Whether mistakes are coerced. If not, every value must have the type that the schema publishes.
   * @throws DefinitionError if the schema does not compile.
   */
  constructor(contract: InputContract, where: string, coerces = true) {
    this.#contract = contract;
    this.#where = where;
    this.#coerces = coerces;
    this.#declared = declaredGuardedNames(contract.published);
    this.#fillDefaults = composeDefaults(contract.enforced);
    this.#compiled = compileSchema(contract.enforced, where, contract);
  }

  /** Validates arguments. `bound` contains the values of bindings. */
  validate(sent: unknown, bound: BoundValues | undefined): ValidationResult | Promise<ValidationResult> {
    const read = readObject(sent);
    if (!read.ok) return read;
    const { interpretation } = this.#contract;
    const call = { bound, budget: interpretation && new CheckBudget(interpretation.limits) };
    const hidden = this.#hiddenIn(read.value);
    return hidden.length === 0 ? this.#validate(read.value, call) : this.#refuseHidden(read.value, call, hidden);
  }

  /** Returns the hidden names that arguments contain. A property that is undefined counts as absent. */
  #hiddenIn(args: Fields): readonly string[] {
    const { hidden } = this.#contract;
    if (hidden.size === 0) return noHidden;
    return [...hidden].filter((name) => Object.hasOwn(args, name) && args[name] !== undefined);
  }

  /** Rejects hidden names, together with all other issues. */
  async #refuseHidden(args: Fields, call: ValidationCall, hidden: readonly string[]): Promise<ValidationResult> {
    const visible = Object.fromEntries(Object.entries(args).filter(([name]) => !hidden.includes(name)));
    const result = await this.#validate(visible, call);
    const issues = hidden.map((name) => ({ path: pointerOf([name]), message: 'is unknown', rule: 'unknown' }));
    return { ok: false, issues: result.ok ? issues : [...issues, ...result.issues] };
  }

  #validate(sent: Fields, call: ValidationCall): ValidationResult | Promise<ValidationResult> {
    const copy = this.#copy(sent);
    if (!copy.ok) return copy;
    const args = copy.value;
    if (!this.#accepts(args, call)) return this.#coerceAndRetry(args, call);
    this.#fillDefaults?.(args);
    const { parse } = this.#contract;
    if (parse === undefined) return copy;
    const parsed = parse(args, call.bound);
    return parsed instanceof Promise
      ? parsed.then((one) => this.#retryRefused(one, args, call))
      : this.#retryRefused(parsed, args, call);
  }

  #accepts(args: Fields, call: ValidationCall): boolean {
    if (!this.#compiled.accepts(args, call.budget)) return false;
    return this.#coerces || this.#mistyped(args, call).length === 0;
  }

  /** Copies arguments within the limits. */
  #copy(args: Fields): ValidationResult {
    const copy = copyArguments(args, this.#declared);
    return copy.ok ? copy : { ok: false, issues: [copy.issue] };
  }

  #retryRefused(parsed: ParseResult, args: Fields, call: ValidationCall): ValidationResult | Promise<ValidationResult> {
    if (parsed.ok) return { ok: true, value: parsed.value as Fields, json: args };
    return this.#coerceAndRetry(args, call, parsed.issues);
  }

  /** Coerces rejected arguments and validates them again. Returns all issues if they are still invalid. */
  #coerceAndRetry(
    refused: Fields,
    call: ValidationCall,
    known?: readonly ValidationIssue[],
  ): ValidationResult | Promise<ValidationResult> {
    const { args, failures } = this.#coerce(refused, call);
    if (args === refused && known !== undefined) {
      return this.#conclude({ ok: false, issues: known }, { failures, args }, call);
    }
    const copy = args === refused ? { ok: true as const, value: args } : this.#copy(args);
    if (!copy.ok) return copy;
    if (failures.length === 0) this.#fillDefaults?.(copy.value);
    const coerced = { args: copy.value, failures };
    const parsed = this.#parseRefused(copy.value, call, failures);
    return parsed instanceof Promise
      ? parsed.then((one) => this.#conclude(one, coerced, call))
      : this.#conclude(parsed, coerced, call);
  }

  #conclude(parsed: ParseResult, { args, failures }: CoercedArguments, call: ValidationCall): ValidationResult {
    if (parsed.ok && failures.length === 0) return { ok: true, value: parsed.value as Fields, json: args };
    const issues = explainNesting(issuesOf(failures, this.#contract.enforced), this.#contract);
    if (parsed.ok) return { ok: false, issues };
    const known = [...issues, ...parsed.issues];
    return {
      ok: false,
      issues: hasThrown(parsed.issues) ? [...this.#findMissing(known, args, call), ...known] : known,
    };
  }

  /** Returns the issues of the missing properties that no known issue reports. */
  #findMissing(known: readonly ValidationIssue[], args: Fields, call: ValidationCall): readonly ValidationIssue[] {
    const reported = new Set(known.filter(({ rule }) => rule === 'required').map(({ path }) => path));
    const missing = this.#publishedFailures(args, call).filter(({ keyword }) => keyword === 'required');
    return issuesOf(missing, this.#contract.published).filter(({ path }) => !reported.has(path));
  }

  /** Coerces arguments in rounds until a round changes nothing. */
  #coerce(refused: Fields, call: ValidationCall): CoercedArguments {
    if (!this.#coerces) return { args: refused, failures: this.#exactFailures(refused, call) };
    let args = refused;
    for (let round = 0; round < maxCoercionRounds; round++) {
      const failures = this.#publishedFailures(args, call);
      const coerced = coerceArguments(args, failures, this.#contract.published);
      if (coerced === undefined) {
        return { args, failures: this.#isPublished ? failures : this.#compiled.failures(args, call.budget) };
      }
      args = coerced as Fields;
    }
    return { args, failures: this.#compiled.failures(args, call.budget) };
  }

  #exactFailures(args: Fields, call: ValidationCall): readonly SchemaFailure[] {
    const failures = this.#compiled.failures(args, call.budget);
    return this.#isPublished ? failures : [...failures, ...this.#mistyped(args, call)];
  }

  /** Returns the failures of values of a wrong type, which a parser or a DTO class might convert. */
  #mistyped(args: Fields, call: ValidationCall): readonly SchemaFailure[] {
    if (this.#isPublished) return [];
    return this.#publishedFailures(args, call).filter(({ keyword }) => keyword === 'type');
  }

  /** Parses arguments that the schema may have rejected, so that all issues are reported together. */
  #parseRefused(
    args: Fields,
    call: ValidationCall,
    failures: readonly SchemaFailure[],
  ): ParseResult | Promise<ParseResult> {
    const { parse } = this.#contract;
    // A parser expects the types that the schema promises.
    if (parse === undefined || failures.some((failure) => failure.keyword === 'type')) return { ok: true, value: args };
    const unknown = new Set(failures.map((failure): unknown => failure.params.additionalProperty));
    const known = Object.fromEntries(Object.entries(args).filter(([name]) => !unknown.has(name)));
    return parse(known, call.bound);
  }

  /** Whether the published schema is the only validation. */
  get #isPublished(): boolean {
    const { published, enforced, parse }: { published: JsonSchema; enforced: JsonSchema; parse: unknown } =
      this.#contract;
    return parse === undefined && published === enforced;
  }

  #publishedFailures(args: unknown, { budget }: ValidationCall): readonly SchemaFailure[] {
    if (this.#isPublished) return this.#compiled.failures(args, budget);
    this.#published ??= compileSchema(this.#contract.published, this.#where, this.#contract);
    return this.#published.failures(args, budget);
  }
}

/**
 * Reads arguments as an object or as its JSON text, because models emit both. Undefined and an empty text count as an
 * empty object.
 */
function readObject(args: unknown): ValidationResult {
  if (args === undefined) return { ok: true, value: {} };
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return { ok: true, value: args as Fields };
  if (typeof args !== 'string') return rejectArguments(`must be an object, got ${previewValue(args)}`);
  if (args.trim() === '') return { ok: true, value: {} };
  if (args.length > longestText) return rejectArguments(`must be shorter than ${longestText} characters of JSON`);
  try {
    const parsed: unknown = JSON.parse(args);
    return typeof parsed === 'string'
      ? rejectArguments(`must be an object, got ${previewValue(parsed)}`)
      : readObject(parsed);
  } catch {
    return rejectArguments(`must be a JSON object, got the text ${previewValue(args)}`);
  }
}

function rejectArguments(message: string): ValidationResult {
  return { ok: false, issues: [{ path: '', message, rule: 'type' }] };
}
