/** Selects tools of a toolkit, for a caller. */
export interface ToolFilter {
  /** Only tools whose group is active, or is not. */
  readonly active?: boolean | undefined;
  readonly group?: string | undefined;
  /** Only tools that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** The caller. Tools that this caller may not access are left out. */
  readonly auth?: unknown;
  /** The groups that count as active, besides the basic one. @default those that are switched on */
  readonly groups?: readonly string[] | undefined;
}

/** Selects the active tools to export, for a caller. */
export type ExportFilter = Pick<ToolFilter, 'auth' | 'groups'>;
