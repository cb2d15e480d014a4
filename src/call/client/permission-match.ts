/** A value that an argument is compared with. A text is a pattern: `*` matches any characters but `/`, `**` any. */
export type ConditionValue = string | number | boolean | null;

/** The condition of a permission rule on an argument: a value, one of several values, or none of them. */
export type ArgumentCondition =
  | ConditionValue
  | readonly ConditionValue[]
  | { readonly not: ConditionValue | readonly ConditionValue[] };

/** The calls that a permission rule is for. */
export interface PermissionMatch {
  /** The name under which a tool is registered. `*` matches any number of characters. */
  readonly tool: string;
  /** The tags of which a tool has at least one. @default any or none */
  readonly tags?: readonly string[] | undefined;
  /**
   * The conditions on arguments, by the name of the argument or the dotted name of a field in it. All must be met, and a
   * missing argument meets none. They see validated arguments, with defaults, and where paths lead.
   *
   * @default all calls
   */
  readonly when?: Readonly<Record<string, ArgumentCondition>> | undefined;
}
