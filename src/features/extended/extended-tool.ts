import type { ValidationIssue } from '../../base/errors/errors.js';
import type { Validation } from '../../call/argument-plan.js';
import { coerces } from '../../call/call-plan.js';
import { createResponse, type ToolResponse } from '../../call/response/tool-response.js';
import type { ToolContext } from '../../call/tool-context.js';
import {
  type ArgumentValidator,
  exactValidatorOf,
  type ValidationResult,
  validatorOf,
} from '../../schema/input/argument-validator.js';
import type { InputContract } from '../../schema/input/input-contract.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { createArgumentError } from '../../schema/validation/issue-errors.js';
import type { ExtendedOptions, FieldsRead, ToolExtension } from '../../tool/arguments/tool-extension.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import { createSpec, type ExecutorToolOptions, type ToolSpec } from '../../tool/spec/tool-spec.js';
import { extendSchema } from './extended-schema.js';

/**
 * A tool whose schema has additional fields, which the tool itself does not receive. The values that the model sends in
 * them are validated, and returned as `metadata.structuredOutput` of the final response.
 */
export class ExtendedTool implements ToolExtension {
  /** The tool without the fields. */
  readonly base: ToolSpec;
  /** The tool as models see it, with the fields. */
  readonly shown: ToolSpec;
  readonly #names: ReadonlySet<string>;
  /** The contract of the fields. */
  readonly #contract: InputContract;
  readonly #where: string;

  /** @throws DefinitionError on fields that cannot be merged with the tool's arguments. */
  constructor(base: ToolSpec, source: SchemaSource) {
    const where = `setExtendedModel('${base.name}')`;
    const input = ToolInput.read({ where, inputSchema: source, params: undefined, reflected: false });
    this.#contract = input.contract(new Set());
    this.#where = where;
    this.base = base;
    this.shown = this.#createShown(extendSchema(base, this.#contract.published));
    this.#names = new Set(input.names());
    // Compiled now, so that a schema that does not compile fails here and not in the first call.
    this.#validatorFor({});
  }

  async readFields(args: unknown, options: ExtendedOptions): Promise<FieldsRead> {
    const input = readObject(args);
    if (input === undefined) return { kind: 'unreadable' };
    const { own, fields } = this.#split(input);
    const validation = await this.#validatorFor(options).validate(fields, undefined);
    if (validation.ok) return { kind: 'read', input: own, structuredOutput: validation.value };
    return { kind: 'invalid', issues: issuesOf(await this.validate(args, options)) };
  }

  async validate(args: unknown, options: ExtendedOptions): Promise<Validation> {
    const input = readObject(args);
    if (input === undefined) return this.base.validate(args, options);
    const { own, fields } = this.#split(input);
    const issues = [
      ...issuesOf(await this.base.validate(own, options)),
      ...issuesOf(await this.#validatorFor(options).validate(fields, undefined)),
    ];
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: input };
  }

  #validatorFor(options: Pick<ExtendedOptions, 'coerce'>): ArgumentValidator {
    const validatorFor = coerces(this.base, options) ? validatorOf : exactValidatorOf;
    return validatorFor(this.#contract, this.#where);
  }

  #split(input: Readonly<Record<string, unknown>>): {
    readonly own: Readonly<Record<string, unknown>>;
    readonly fields: Readonly<Record<string, unknown>>;
  } {
    const entries = Object.entries(input);
    return {
      own: Object.fromEntries(entries.filter(([name]) => !this.#names.has(name))),
      fields: Object.fromEntries(entries.filter(([name]) => this.#names.has(name))),
    };
  }

  #createShown(inputSchema: SchemaSource): ToolSpec {
    const { base } = this;
    const isVisible = ([argument]: readonly [string, unknown]): boolean => !Object.hasOwn(base.bindings, argument);
    const calls = base.examples?.map((example) => ({
      ...example,
      input: Object.fromEntries(Object.entries(example.input).filter(isVisible)),
    }));
    const {
      title,
      descriptionSource: description,
      version,
      group,
      tags,
      keywords,
      requests,
      annotations,
      icons,
      meta,
      coerce,
      concurrency,
    } = base;
    const examples = calls === undefined && requests.length === 0 ? undefined : [...(calls ?? []), ...requests];
    const options: ExecutorToolOptions = {
      ...{ title, description, version, group, tags, keywords, examples },
      ...{ annotations, icons, meta, coerce, concurrency },
      name: base.name,
      outputSchema: base.outputSchema,
      state: base.state,
      canAccess: (auth, _tool, hostRequest) => base.canAccess(auth, hostRequest),
      needsApproval: base.needsApproval,
      inputSchema,
      executor: { kind: base.kind, execute: (_, context) => this.#execute(context) },
    };
    return createSpec(options, base.interpretation).publishDescription(base.publishedDescription);
  }

  async *#execute({ signal, state, auth, meta, request, call }: ToolContext): AsyncGenerator<ToolResponse, unknown> {
    const read = await this.readFields(call.input, { state });
    if (read.kind !== 'read') {
      const issues = read.kind === 'invalid' ? read.issues : [];
      throw createArgumentError(call.name, issues);
    }
    const options = { callId: call.id, signal, state, auth, meta, request };
    for await (const response of this.base.iterate(read.input, options)) {
      if (response.isLast) return addStructuredOutput(response, read.structuredOutput);
      yield response;
    }
    return undefined;
  }
}

function issuesOf(validation: Validation | ValidationResult): readonly ValidationIssue[] {
  return validation.ok ? [] : validation.issues;
}

function readObject(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof input === 'string') return readObject(parseJson(input));
  if (input === undefined) return {};
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Readonly<Record<string, unknown>>)
    : undefined;
}

function parseJson(json: string): object | null {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function addStructuredOutput(last: ToolResponse, structuredOutput: unknown): ToolResponse {
  if (last.error !== undefined) return last;
  return createResponse({ ...last, metadata: { ...last.metadata, structuredOutput } });
}
