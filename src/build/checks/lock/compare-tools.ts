import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { Change, ChangeClass } from './change.js';
import { compareSchemas } from './compare-schemas.js';
import { isSameJson, type ToolDefinition, tokensOf } from './definition.js';
import type { Direction, Effect } from './schema-change.js';
import { saysLessCare } from './texts/less-care.js';
import { normalize } from './texts/sentences.js';
import { suspicionsOf } from './texts/suspicious-texts.js';
import { unitChangeOfTool } from './unit-changes.js';

type ToolChange = Pick<Change, 'class' | 'text'>;

/** What a change of a schema means: more is asked of who writes arguments, or less is promised to who reads results. */
const classes: Readonly<Record<Direction, Readonly<Record<Effect, ChangeClass>>>> = {
  input: { narrower: 'breaking', other: 'breaking', wider: 'compatible', added: 'compatible', words: 'wording' },
  output: { narrower: 'compatible', other: 'breaking', wider: 'breaking', added: 'compatible', words: 'wording' },
};

const subjects: Readonly<Record<Direction, readonly [whole: string, part: string]>> = {
  input: ['the arguments', 'the parameter'],
  output: ['the result', 'the property of the result'],
};

// A tool with a tenth more tokens is hardly noticed.
const noticedRatio = 0.25;
const noticedTokens = 25;

/** Lists what has changed between two definitions of a tool. */
export function compareTools(name: string, before: ToolDefinition, after: ToolDefinition): readonly ToolChange[] {
  if (isSameJson(before, after)) return [];
  const changes: ToolChange[] = [
    ...compareOrigins(before, after),
    ...compareHints(before, after),
    ...suspicionsOf(before, after).map((what) => ({ class: 'breaking' as const, text: `a new text ${what}` })),
    ...compareMeaning(before, after),
    ...compareTexts('title', titleOf(before), titleOf(after)),
    ...compareTexts('description', before.description, after.description),
    ...compareParts('input', before.inputSchema, after.inputSchema),
    ...compareResults(before.outputSchema, after.outputSchema),
  ];
  const [old, now] = [tokensOf(name, before), tokensOf(name, after)];
  const isNoticed = Math.abs(now - old) >= Math.max(noticedTokens, noticedRatio * old);
  if (changes.length > 0 && !isNoticed) return changes;
  const what = changes.length > 0 ? 'it needs' : 'it is written differently and means the same, with';
  return [...changes, { class: 'cost', text: `${what} about ${now} tokens, before ${old}` }];
}

function compareOrigins(before: ToolDefinition, after: ToolDefinition): readonly ToolChange[] {
  if (isSameJson(before.origin, after.origin)) return [];
  return [
    { class: 'breaking', text: `it now calls ${nameOfOrigin(after.origin)}, not ${nameOfOrigin(before.origin)}` },
  ];
}

/** Describes what a tool calls, such as `GET /pets/{id} of https://api.example.com`. */
function nameOfOrigin(origin: ToolDefinition['origin']): string {
  if (origin === undefined) return 'code of the application';
  return origin
    .map(({ method, path, tool, server, source }) => {
      const what = tool === undefined ? `${String(method)} ${String(path)}` : `'${String(tool)}'`;
      return `${what} of ${String(server ?? source)}`;
    })
    .join(' and ');
}

function compareHints(before: ToolDefinition, after: ToolDefinition): readonly ToolChange[] {
  const [old, now] = [before.annotations ?? {}, after.annotations ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names
    .filter((name) => name !== 'title' && !isSameJson(old[name], now[name]))
    .map((name) => ({
      class: 'breaking',
      text: `the hint ${name} is now ${String(now[name] ?? 'missing')}, not ${String(old[name] ?? 'missing')}`,
    }));
}

/** Finds what a description says of other deeds in words that are like those before. */
function compareMeaning(before: ToolDefinition, after: ToolDefinition): readonly ToolChange[] {
  const [old, now] = [before.description ?? '', after.description ?? ''];
  const unit = unitChangeOfTool(old, now);
  const changes: ToolChange[] = unit === undefined ? [] : [{ class: 'breaking', text: `its description says ${unit}` }];
  if (!saysLessCare(old, now)) return changes;
  return [...changes, { class: 'breaking', text: 'its description says that it now acts with less care' }];
}

function titleOf({ title, annotations }: ToolDefinition): string | undefined {
  return title ?? (typeof annotations?.title === 'string' ? annotations.title : undefined);
}

function compareTexts(what: string, before: string | undefined, after: string | undefined): readonly ToolChange[] {
  if (normalize(before ?? '') === normalize(after ?? '')) return [];
  if (before === undefined) return [{ class: 'wording', text: `it now has a ${what}` }];
  if (after === undefined) return [{ class: 'wording', text: `it no longer has a ${what}` }];
  return [{ class: 'wording', text: `its ${what} is in other words` }];
}

function compareResults(before: JsonSchema | undefined, after: JsonSchema | undefined): readonly ToolChange[] {
  if (before !== undefined && after !== undefined) return compareParts('output', before, after);
  if (before !== undefined) return [{ class: 'breaking', text: 'its result is no longer described' }];
  return after === undefined ? [] : [{ class: 'compatible', text: 'its result is now described' }];
}

function compareParts(direction: Direction, before: JsonSchema, after: JsonSchema): readonly ToolChange[] {
  const [whole, part] = subjects[direction];
  return compareSchemas(before, after, direction).map(({ path, effect, text }) => ({
    class: classes[direction][effect],
    text: path === '' ? `${whole}: ${text}` : `${part} '${path}' ${text}`,
  }));
}
