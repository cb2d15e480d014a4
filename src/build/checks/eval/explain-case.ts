import { previewValue } from '../../../base/values/value-preview.js';
import { noTool } from './eval-case.js';
import type { CaseResult } from './evaluate.js';
import type { Mistake } from './match-case.js';

// A model may call anything any number of times.
const maxListed = 5;

/** Returns what the model has called instead, or why it has no answer. Undefined if it has called what was expected. */
export function explainCase({ answer, match }: CaseResult): string | undefined {
  if (match === undefined) return answer.problem;
  const { mistakes, difference, further } = match;
  if (mistakes.length > 0) return joinFirst(mistakes.map(explainMistake), '; ');
  if (difference !== undefined) return `wrong arguments: ${difference}`;
  return further.length === 0 ? undefined : `also called ${joinFirst(further.map(showName), ', ')}`;
}

function explainMistake({ expected, called }: Mistake): string {
  if (called === noTool) return `did not call ${expected}`;
  return expected === noTool ? `must not call ${showName(called)}` : `called ${showName(called)}, not ${expected}`;
}

function joinFirst(texts: readonly string[], separator: string): string {
  const more = texts.length > maxListed ? [`${texts.length - maxListed} more`] : [];
  return [...texts.slice(0, maxListed), ...more].join(separator);
}

/** Returns a name that a model has written as one word. */
export function showName(name: string): string {
  return /^\S{1,64}$/.test(name) ? name : previewValue(name);
}
