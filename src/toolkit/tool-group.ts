/** The group that always exists and is always active. */
export const basicGroup = 'basic';

/** What a group is created with. */
export interface ToolGroupOptions {
  /** What the group is for, for a model that chooses. */
  readonly description?: string | undefined;
  /** What a model must know to use the group's tools. Given while it is active. */
  readonly instructions?: string | undefined;
  /** @default false */
  readonly active?: boolean | undefined;
}

/** A named, switchable part of a toolkit. */
export interface ToolGroup extends Required<Pick<ToolGroupOptions, 'active'>> {
  readonly name: string;
  readonly description: string | undefined;
  readonly instructions: string | undefined;
}
