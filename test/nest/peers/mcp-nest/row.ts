import type { Era } from '../../table/mcp-client.js';
import type { PeerApp } from './app.js';

/** A row of the table that mcp-nest has an equivalent for. */
export interface PeerRow {
  /** The name of the row of toolwright, or of an additional one. */
  readonly name: string;
  /** The protocol versions of the clients. @default both */
  readonly eras?: readonly Era[];
  /** Throws if the feature does not work for clients of an era. */
  run(app: PeerApp, era: Era): Promise<void>;
}
