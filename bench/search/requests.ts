import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { SearchCase } from './recall.js';
import { nameOf, type SetName } from './tool-sets.js';

/** Reads the requests of all sets. */
export function readRequests(): Readonly<Record<SetName, readonly SearchCase[]>> {
  const file = join(import.meta.dirname, '..', '..', 'search', 'requests.yaml');
  const sets: Readonly<Record<SetName, Readonly<Record<string, string>>>> = parse(readFileSync(file, 'utf8'));
  const casesOf = (set: SetName): readonly SearchCase[] =>
    Object.entries(sets[set]).map(([tool, request]) => ({ request, tool: nameOf(tool) }));
  return {
    github: casesOf('github'),
    discord: casesOf('discord'),
    openai: casesOf('openai'),
    office: casesOf('office'),
    builtin: casesOf('builtin'),
    unseen: casesOf('unseen'),
    plain: casesOf('plain'),
  };
}
