/** Which tools are meant, and for whom. */
export interface ToolFilter {
  /** Only tools whose group is active, or is not. */
  readonly active?: boolean | undefined;
  readonly group?: string | undefined;
  /** Only tools that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Who is asking: tools that this caller may not access are left out. */
  readonly auth?: unknown;
  /** The groups that count as active, besides the basic one. @default those that are switched on */
  readonly groups?: readonly string[] | undefined;
}

/** For whom tools are exported. */
export type ExportFilter = Pick<ToolFilter, 'auth' | 'groups'>;
