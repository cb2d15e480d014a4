import { type Host, PartKey } from '../call/host-call.js';
import type { ToolContext } from '../call/tool-context.js';
import { callRunnerKey } from './call-runner.js';
import type { ListedTool } from './entry/scope-control.js';

/** A search among tools. */
export interface FindRequest<Tool extends ListedTool> {
  /** What the tool should do, in any words. */
  readonly query: string;
  /** The tools that the caller may use: nothing else is read, found or passed to a function of the application. */
  readonly tools: readonly Tool[];
  /** The call that searches. Undefined outside of calls. */
  readonly context?: Pick<ToolContext, 'call' | 'signal'> | undefined;
}

/** A tool that a search has found. */
export interface FoundTool<Tool extends ListedTool> {
  readonly tool: Tool;
  /** The words of the query that were found in the tool, as they were written. Empty if only its meaning is similar. */
  readonly matched: readonly string[];
}

/** What a search has found. */
export interface FoundTools<Tool extends ListedTool> {
  /** The tools that fit best, best first. */
  readonly found: readonly FoundTool<Tool>[];
  /** The number of all tools that fit. */
  readonly total: number;
  /** The names of the groups that are nearest to the query, if no tool fits. */
  readonly nearestGroups: readonly string[];
}

/** Finds tools for a toolkit or session. A feature implements it. */
export interface ToolFinder {
  find<Tool extends ListedTool>(request: FindRequest<Tool>): Promise<FoundTools<Tool>>;
}

/** The key of the finder of a toolkit or session. */
export const toolFinderKey: PartKey<ToolFinder> = new PartKey('search');

/**
 * Finds tools by a search of a toolkit or session, whichever feature asks.
 *
 * @throws DefinitionError if the toolkit does not have the feature.
 */
export function findTools<Tool extends ListedTool>(host: Host, request: FindRequest<Tool>): Promise<FoundTools<Tool>> {
  const runner = host.part(callRunnerKey);
  runner?.parts.catalog.features.require({ name: 'search', what: 'A search for tools' });
  const finder = runner?.part(toolFinderKey);
  return finder === undefined ? Promise.resolve(nothingFound) : finder.find(request);
}

const nothingFound: FoundTools<never> = Object.freeze({ found: [], total: 0, nearestGroups: [] });
