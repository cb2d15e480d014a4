import { ValidationError, type ValidationIssue } from '../../errors.js';
import type { Validation } from '../../execution/argument-plan.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { NeedsApproval, SchemaSource } from '../../metadata/tool-options.js';
import { createResponse, type ToolResponse } from '../../response/tool-response.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { ArgumentValidator, type ValidationResult } from '../../schema/validation/argument-validator.js';
import { describeIssues } from '../../schema/validation/schema-issues.js';
import { ToolSpec } from '../../spec/tool-spec.js';
import { extendedSchema } from './extended-schema.js';

/** What reading the fields of an extended model gives. */
export type FieldsRead =
  | {
      readonly kind: 'read';
      /** The arguments without the fields. */
      readonly input: Readonly<Record<string, unknown>>;
      readonly structuredOutput: unknown;
    }
  | { readonly kind: 'refused'; readonly issues: readonly ValidationIssue[] }
  /** The arguments are no object. */
  | { readonly kind: 'unreadable' };

/**
 * A tool whose schema has further fields, which the tool itself does not get. What the model sends in them is validated
 * and handed over as `metadata.structuredOutput` of the last response.
 */
export class ExtendedTool {
  /** The tool without the fields. */
  readonly base: ToolSpec;
  /** The tool as a model sees it. */
  readonly shown: ToolSpec;
  readonly #names: ReadonlySet<string>;
  readonly #validator: ArgumentValidator;

  /** @throws DefinitionError on fields that cannot be merged with the tool's arguments. */
  constructor(base: ToolSpec, source: SchemaSource) {
    const where = `setExtendedModel('${base.name}')`;
    const input = ToolInput.read({ where, inputSchema: source, params: undefined, reflected: false });
    const contract = input.contract(new Set());
    this.base = base;
    this.shown = this.#shown(extendedSchema(base, contract.published));
    this.#names = new Set(input.names());
    this.#validator = new ArgumentValidator(contract, where);
  }

  /** Validates the fields among the arguments, and takes them out. All issues are listed, those of the tool included. */
  async readFields(args: unknown, context: Pick<ToolContext, 'state'>): Promise<FieldsRead> {
    const given = readObject(args);
    if (given === undefined) return { kind: 'unreadable' };
    const { own, fields } = this.#split(given);
    const validation = await this.#validator.validate(fields, undefined);
    if (validation.ok) return { kind: 'read', input: own, structuredOutput: validation.value };
    return { kind: 'refused', issues: issuesOf(await this.validate(args, context)) };
  }

  /** Judges arguments, the fields included, without running anything. */
  async validate(args: unknown, { state }: Pick<ToolContext, 'state'>): Promise<Validation> {
    const input = readObject(args);
    if (input === undefined) return this.base.validate(args, { state });
    const { own, fields } = this.#split(input);
    const issues = [
      ...issuesOf(await this.base.validate(own, { state })),
      ...issuesOf(await this.#validator.validate(fields, undefined)),
    ];
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value: input };
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

  /** The tool's own predicate gets what the tool gets: arguments without the fields. */
  #needsApproval(): NeedsApproval | undefined {
    const { needsApproval } = this.base;
    if (typeof needsApproval !== 'function') return needsApproval;
    return async (args: Readonly<Record<string, unknown>>, context: ToolContext) => {
      const validation = await this.base.validate(this.#split(args).own, context);
      return !validation.ok || needsApproval(validation.value, context);
    };
  }

  #shown(inputSchema: SchemaSource): ToolSpec {
    const { base } = this;
    const { name, title, description, group, tags, annotations, icons, meta, concurrency, outputSchema, state } = base;
    const isVisible = ([argument]: readonly [string, unknown]): boolean => !Object.hasOwn(base.bindings, argument);
    const examples = base.examples?.map((example) => ({
      ...example,
      input: Object.fromEntries(Object.entries(example.input).filter(isVisible)),
    }));
    return ToolSpec.create({
      ...{
        name,
        title,
        description,
        group,
        tags,
        annotations,
        icons,
        meta,
        concurrency,
        outputSchema,
        state,
        examples,
      },
      canAccess: (auth) => base.canAccess(auth),
      needsApproval: this.#needsApproval(),
      inputSchema,
      executor: { kind: base.kind, execute: (_, context) => this.#execute(context) },
    });
  }

  async *#execute({ signal, state, auth, call }: ToolContext): AsyncGenerator<ToolResponse, unknown> {
    const read = await this.readFields(call.input, { state });
    if (read.kind !== 'read') {
      const issues = read.kind === 'refused' ? read.issues : [];
      throw new ValidationError(describeIssues(call.name, issues), { toolName: call.name, issues });
    }
    for await (const response of this.base.iterate(read.input, { callId: call.id, signal, state, auth })) {
      if (response.isLast) return withStructuredOutput(response, read.structuredOutput);
      yield response;
    }
    return undefined;
  }
}

function issuesOf(judged: Validation | ValidationResult): readonly ValidationIssue[] {
  return judged.ok ? [] : judged.issues;
}

function readObject(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof input === 'string') return readObject(parsed(input));
  if (input === undefined) return {};
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Readonly<Record<string, unknown>>)
    : undefined;
}

function parsed(json: string): object | null {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function withStructuredOutput(last: ToolResponse, structuredOutput: unknown): ToolResponse {
  if (last.error !== undefined) return last;
  return createResponse({ ...last, metadata: { ...last.metadata, structuredOutput } });
}
