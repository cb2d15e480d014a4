import { DefinitionError } from '../errors.js';
import { previewValue } from '../value-preview.js';
import type { Middleware } from './middleware/middleware.js';

/** The group that always exists and is always active. */
export const basicGroup = 'basic';

/** What a group is created with. */
export interface ToolGroupOptions {
  /** What the group is for, for a model that chooses. */
  readonly description?: string | undefined;
  /** What a model must know to use the group's tools. Given while it is active. */
  readonly instructions?: string | undefined;
  /** For people: who made the group and why. No model sees it. */
  readonly notes?: string | undefined;
  /** @default false */
  readonly active?: boolean | undefined;
  /** Middleware around the calls of the group's tools, inside of the toolkit's own. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /** @deprecated The former name of `use`. */
  readonly middleware?: readonly Middleware[] | undefined;
}

/** A named part of a toolkit. */
export interface GroupDefinition {
  readonly name: string;
  readonly description: string | undefined;
  readonly instructions: string | undefined;
  readonly notes: string | undefined;
  readonly middleware: readonly Middleware[];
}

/** A named, switchable part of a toolkit, as a toolkit or a session sees it. */
export interface ToolGroup extends Omit<GroupDefinition, 'middleware'> {
  readonly active: boolean;
}

// What Anthropic takes as the name of an argument, which the name of a group is in `activate_tool_groups`.
const legalName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Throws a DefinitionError on a group name that some provider would refuse, or that no JSON object should have. */
export function checkGroupName(name: unknown): void {
  if (typeof name === 'string' && legalName.test(name) && name !== '__proto__') return;
  throw new DefinitionError(
    `createGroup: ${previewValue(name)} is not a legal group name. Use 1 to 64 letters, digits, _, . or -.`,
  );
}
