import { DefinitionError } from '../../base/errors/errors.js';
import type { OptionNames } from '../../base/options/check-options.js';
import { flag, string, strings } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Middleware } from './middleware.js';
import { middlewareList } from './middleware.js';

/** The group that always exists and is always active. */
export const basicGroup = 'basic';

/** The options of `createGroup`. */
export interface ToolGroupOptions {
  /** The purpose of the group, shown to models that choose which groups to activate. */
  readonly description?: string | undefined;
  /** Further words under which a search finds the group's tools. They are not sent to models. */
  readonly keywords?: readonly string[] | undefined;
  /** Instructions for models on how to use the group's tools. Included while the group is active. */
  readonly instructions?: string | undefined;
  /** Notes for people, such as who created the group and why. Models never see them. */
  readonly notes?: string | undefined;
  /** Whether the group is active at first. @default false */
  readonly active?: boolean | undefined;
  /**
   * Whether exports defer the group's tools, unless a tool decides itself: a model finds them by a search. Switching the
   * group then does not change what is exported. @default false
   */
  readonly deferLoading?: boolean | undefined;
  /** Middleware around the calls of the group's tools, inside the toolkit's. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
}

/** The names of the options of a group. */
export const groupNames: OptionNames<ToolGroupOptions> = {
  description: string,
  keywords: strings,
  instructions: string,
  notes: string,
  active: flag,
  deferLoading: flag,
  use: middlewareList,
};

/** The definition of a group: a named part of a toolkit. */
export interface GroupDefinition {
  readonly name: string;
  readonly description: string | undefined;
  readonly keywords: readonly string[] | undefined;
  readonly instructions: string | undefined;
  readonly notes: string | undefined;
  readonly deferLoading: boolean | undefined;
  readonly middleware: readonly Middleware[];
}

/** The groups of a catalog, in the order of creation. */
export interface GroupList {
  readonly groups: readonly GroupDefinition[];
}

/** A group of a toolkit, and whether it is active in the toolkit or session that returned it. */
export interface ToolGroup extends Omit<GroupDefinition, 'middleware'> {
  readonly active: boolean;
}

// Anthropic's rule for property names: group names are properties of the arguments of `activate_tool_groups`.
const legalName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Throws a DefinitionError on a group name that some provider would reject, or that is unsafe as a JSON key. */
export function checkGroupName(name: unknown): void {
  if (typeof name === 'string' && legalName.test(name) && name !== '__proto__') return;
  throw new DefinitionError(
    `createGroup: ${previewValue(name)} is not a legal group name. Use 1 to 64 letters, digits, _, . or -.`,
  );
}
