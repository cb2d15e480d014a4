/** A selection of the tools of a toolkit, for a caller. */
export interface ToolFilter {
  /** Whether to select only tools of active groups, or only tools of inactive groups. @default both */
  readonly active?: boolean | undefined;
  /** The group whose tools are selected. @default all groups */
  readonly group?: string | undefined;
  /** The tags of which a selected tool has at least one. @default any or none */
  readonly tags?: readonly string[] | undefined;
  /** The identity of the caller. Tools that this caller must not access are omitted. */
  readonly auth?: unknown;
  /** The groups that count as active, in addition to the basic one. @default the active groups */
  readonly groups?: readonly string[] | undefined;
}

/** A selection of the active tools to export, for a caller. */
export type ExportFilter = Pick<ToolFilter, 'auth' | 'groups'>;
