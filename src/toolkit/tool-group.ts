/** The group that always exists and is always active. */
export const basicGroup = 'basic';

/** What a group is created with. */
export interface ToolGroupOptions {
  /** What the group is for, for a model that chooses. */
  readonly description?: string;
  /** What a model must know to use the group's tools. Given while it is active. */
  readonly instructions?: string;
  /** @default false */
  readonly active?: boolean;
}

/** A named, switchable part of a toolkit. */
export interface ToolGroup extends Required<Pick<ToolGroupOptions, 'active'>> {
  readonly name: string;
  readonly description: string | undefined;
  readonly instructions: string | undefined;
}
