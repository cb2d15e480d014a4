import type * as jmespath from '@jmespath-community/jmespath';
import type * as re2js from 're2js';
import type { ExpressionJob, PatternJob, PatternMatch, QueryJob, QueryOutput } from './query-messages.js';

/** What the jobs call. A worker has loaded one of the two packages, and receives only jobs for it. */
export type QueryLibrary = Pick<typeof jmespath, 'search'> & Pick<typeof re2js, 'RE2JS'>;

/** Runs a job. A mistake in the expression or the pattern is an answer, not an error. */
export function runQueryJob(library: QueryLibrary, job: QueryJob): QueryOutput {
  try {
    const value = job.kind === 'query' ? evaluate(library, job) : findMatches(library, job);
    return write(value, job.maxCharacters);
  } catch (error) {
    return { problem: messageOf(error).slice(0, 300) };
  }
}

function evaluate({ search }: QueryLibrary, { expression, json }: ExpressionJob): unknown {
  return search(JSON.parse(json, withoutPrototype), expression);
}

function findMatches({ RE2JS }: QueryLibrary, job: PatternJob): readonly PatternMatch[] {
  const pattern = RE2JS.compile(RE2JS.translateRegExp(job.source), job.flags);
  const matches: PatternMatch[] = [];
  for (const match of pattern.matchAll(job.text)) {
    const [text, ...groups] = match;
    matches.push({ index: match.index ?? 0, text, groups: groups.map((group) => group ?? null) });
    if (matches.length >= job.maxMatches) break;
  }
  return matches;
}

// So that no expression reaches an object of the runtime by the prototype of the data.
function withoutPrototype(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.assign(Object.create(null), value);
}

function write(value: unknown, maxCharacters: number): QueryOutput {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= maxCharacters) return { json };
  return { problem: `the result has more than ${maxCharacters} characters` };
}

function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error);
}
