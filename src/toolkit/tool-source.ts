import type { Observable } from 'rxjs';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ToolGroupOptions } from './entry/tool-group.js';

/** A group for tools of a source. */
export interface SourceGroup
  extends Pick<ToolGroupOptions, 'description' | 'keywords' | 'instructions' | 'active' | 'deferLoading'> {
  readonly name: string;
}

/** A source of tools that may change at runtime, such as a server or a folder. */
export interface ToolSource {
  /** The name of the source, by which `removeSource` removes it. */
  readonly name: string;
  /** Returns the current tools. */
  specs(): Promise<readonly ToolSpec[]>;
  /**
   * The groups of the current tools. A toolkit creates those that do not exist, and removes them again as soon as they
   * contain no tool.
   */
  readonly groups?: readonly SourceGroup[] | undefined;
  /** The sources whose tools this one contains, such as those of the servers that its files define. */
  readonly sources?: readonly ToolSource[] | undefined;
  /** Fires when the tools have changed. */
  readonly changes$?: Observable<void> | undefined;
  /** Closes the source. Called once, when it is removed. */
  close(): Promise<void>;
}
