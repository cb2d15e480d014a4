import type { ToolExample, ToolOptions } from '../metadata/tool-options.js';

type Examples = ToolOptions['examples'];

const noRequests: readonly string[] = Object.freeze([]);

/** Returns the examples of calls among examples. Returns undefined if there are requests only. */
export function callExamplesOf(examples: Examples): readonly ToolExample[] | undefined {
  const calls = examples?.filter((example) => typeof example !== 'string');
  return calls === undefined || (calls.length === 0 && requestsOf(examples).length > 0) ? undefined : calls;
}

/** Returns the requests in the words of a user among examples. */
export function requestsOf(examples: Examples): readonly string[] {
  return examples?.filter((example) => typeof example === 'string') ?? noRequests;
}
