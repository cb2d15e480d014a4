import { ToolError } from '../../errors.js';
import { toToolError } from '../../execution/failure.js';
import type { Concurrency } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { Middleware } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallSite } from './call-site.js';

/** A tool that answers to a call, and what stands around it. */
export interface FoundTool {
  readonly entry: ToolEntry;
  /** The middleware of its group, and its own. */
  readonly ownLayers: readonly Middleware[];
  /** All middleware around it, the scope's first. */
  readonly layers: readonly Middleware[];
  /** Whether its calls may have to be cleared. */
  readonly needsClearance: boolean;
  /** How many of its calls may run at once. */
  readonly concurrency: Concurrency | undefined;
  /** Whether nothing but the journal and the tool's turn stands before it: then the spec itself may run its calls. */
  readonly isBare: boolean;
}

/** A tool with what stands around it now. */
export function toFound(site: CallSite, entry: ToolEntry): FoundTool {
  const ownLayers = joined(site.groupMiddleware(entry.group), entry.middleware);
  const layers = joined(site.middleware, ownLayers);
  const needsClearance = site.clearance.isNeeded(shownSpec(entry));
  const isItself = entry.extension === undefined && entry.actsOnScope !== true && entry.postprocess === undefined;
  const isBare = isItself && layers.length === 0 && !needsClearance;
  return { entry, ownLayers, layers, needsClearance, concurrency: entry.spec.concurrency, isBare };
}

/** The tool that answers to a name, or why none does. A predicate that fails is such a reason. */
export function findTool(site: CallSite, name: string, auth: unknown): FoundTool | ToolError {
  try {
    const entry = site.find(name, auth);
    return ToolError.is(entry) ? entry : toFound(site, entry);
  } catch (thrown) {
    return toToolError(thrown, { toolName: name, secretsIn: [] });
  }
}

/** A tool as middleware sees it. */
export function shownSpec({ spec, extension }: ToolEntry): ToolSpec {
  return extension?.shown ?? spec;
}

/** Both lists in one: nearly always one of them is empty. */
function joined(first: readonly Middleware[], second: readonly Middleware[]): readonly Middleware[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}
