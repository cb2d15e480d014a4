import type { Middleware } from './middleware.js';

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
  /** Around each call of the group's tools, inside the toolkit's own. The first is outermost. */
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
