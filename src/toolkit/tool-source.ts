import type { Observable } from 'rxjs';
import type { ToolSpec } from '../spec/tool-spec.js';

/** A source of tools that may change at runtime, such as a server or a folder. */
export interface ToolSource {
  /** The name of the source, by which `removeSource` removes it. */
  readonly name: string;
  /** Returns the current tools. */
  specs(): Promise<readonly ToolSpec[]>;
  /** Fires when the tools have changed. */
  readonly changes$?: Observable<void> | undefined;
  /** Closes the source. Called once, when it is removed. */
  close(): Promise<void>;
}
