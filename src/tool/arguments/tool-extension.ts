import type { ValidationIssue } from '../../base/errors/errors.js';
import type { Validation } from '../../call/argument-plan.js';
import type { CallOptions } from '../../call/call-options.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolSpec } from '../spec/tool-spec.js';

/** The result of reading the fields that a scope adds to a tool from the arguments of a call. */
export type FieldsRead =
  | {
      readonly kind: 'read';
      /** The arguments without the fields. */
      readonly input: Readonly<Record<string, unknown>>;
      readonly structuredOutput: unknown;
    }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] }
  /** The arguments are not an object. */
  | { readonly kind: 'unreadable' };

/** The options of the call whose arguments are validated. */
export type ExtendedOptions = Pick<ToolContext, 'state'> & Pick<CallOptions, 'coerce'>;

/** A tool with the fields that a scope adds to it. */
export interface ToolExtension {
  /** The tool without the fields. */
  readonly base: ToolSpec;
  /** The tool as models see it, with the fields. */
  readonly shown: ToolSpec;
  /** Validates the fields and separates them from the arguments. Lists all issues, including those of the arguments. */
  readFields(args: unknown, options: ExtendedOptions): Promise<FieldsRead>;
  /** Validates arguments, fields included, without running the tool. */
  validate(args: unknown, options: ExtendedOptions): Promise<Validation>;
}
