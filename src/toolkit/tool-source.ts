import type { Observable } from 'rxjs';
import type { ToolSpec } from '../spec/tool-spec.js';

/** Something that tools come from as they are needed: a server, a folder. */
export interface ToolSource {
  /** By which it is removed. */
  readonly name: string;
  /** Its tools at this time. */
  specs(): Promise<readonly ToolSpec[]>;
  /** Fires when its tools have changed. */
  readonly changes$?: Observable<void> | undefined;
  /** Ends it. Called once, when it is removed. */
  close(): Promise<void>;
}
