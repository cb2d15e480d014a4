import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { SchemaChange } from './schema-change.js';
import { wordsOf } from './schema-words.js';
import { saysLessCare } from './texts/less-care.js';
import { unitChange } from './unit-changes.js';

/** Compares what a schema says for readers. What describes something new is part of what was added. */
export function compareWords(
  before: JsonSchema,
  after: JsonSchema,
  changes: readonly SchemaChange[],
): readonly SchemaChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const empty: ReadonlySet<string> = new Set();
  const paths = new Set([...old.keys(), ...now.keys()]);
  const hasOtherValues = (path: string): boolean =>
    changes.some((change) => change.path === path && /^(?:now|no longer) allows/.test(change.text));
  const isNew = (path: string): boolean =>
    changes.some((one) => /^was (?:added|removed)/.test(one.text) && isWithin(path, one.path));
  return [...paths].flatMap((path): readonly SchemaChange[] => {
    const [texts, others] = [old.get(path) ?? empty, now.get(path) ?? empty];
    const isRemoved = [...texts].some((text) => !others.has(text));
    const isAdded = [...others].some((text) => !texts.has(text));
    if ((!isRemoved && !isAdded) || isNew(path)) return [];
    const unit = unitChange(texts, others);
    if (unit !== undefined) return [{ path, effect: 'other', text: `is in ${unit}` }];
    if (saysLessCare([...texts].join(' '), [...others].join(' ')))
      return [{ path, effect: 'other', text: 'is described with less care' }];
    if (isRemoved !== isAdded && hasOtherValues(path)) return [];
    return [{ path, effect: 'words', text: 'is described in other words' }];
  });
}

function isWithin(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}.`) || path.startsWith(`${container}[`);
}
