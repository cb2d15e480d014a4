import { NotFoundError, ValidationError } from '../../base/errors/errors.js';
import { text } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { readResultKind } from '../../toolkit/result-kind.js';
import { splitLines } from './result-text.js';
import { scopeResultsKey } from './scope-results.js';

/** The name of the tool with which a model reads large results. */
export const readResultName = 'read_result';

// How many lines a model reads if it does not say.
const defaultLines = 200;
const mostLines = 2_000;

interface ReadInput {
  readonly id: string;
  readonly from: number;
  readonly lines: number;
  readonly grep?: string | undefined;
}

interface NumberedLine {
  readonly number: number;
  readonly line: string;
}

/**
 * Creates the entry of the tool with which a model reads large results.
 *
 * @param maxChars - The maximum length of what one call returns, in characters.
 */
export function readResultEntry(maxChars: number): ToolEntry {
  const spec = createScopeTool({
    name: readResultName,
    kind: readResultKind,
    description:
      'Read more of a result that was too long. Lines are numbered from 1; longer ones are split after 1,000 characters.',
    properties: {
      id: { type: 'string', maxLength: 100, description: 'The ID that the result names' },
      from: { type: 'integer', minimum: 1, default: 1, description: 'The first line' },
      lines: { type: 'integer', minimum: 1, maximum: mostLines, default: defaultLines, description: 'How many lines' },
      grep: {
        type: 'string',
        minLength: 1,
        maxLength: 1_000,
        description: 'Only lines that contain this text, in upper or lower case',
      },
    },
    required: ['id'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: async (scope, args) => {
      const { id, from = 1, lines = defaultLines, grep } = args as unknown as ReadInput;
      const all = splitLines(await requirePart(scope, scopeResultsKey).read(id));
      if (from > all.length) {
        throw new ValidationError(`The result has ${all.length} lines, so it cannot be read from line ${from}.`, {
          toolName: readResultName,
        });
      }
      const rest = all.slice(from - 1).map((line, at): NumberedLine => ({ number: from + at, line }));
      const wanted = grep === undefined ? rest : rest.filter(contains(grep));
      if (wanted.length === 0) throw new NotFoundError(`No line from ${from} on contains '${grep}'.`);
      return respond({ content: [text(renderLines(wanted, { lines, maxChars, total: all.length }))] });
    },
  });
  return createScopeEntry(() => spec);
}

/** Checks whether a toolkit or session keeps large results out of the context of models. */
export function offloadsResults(scope: { get(name: string): ToolSpec | undefined }): boolean {
  return scope.get(readResultName)?.kind === readResultKind;
}

function contains(searched: string): (numbered: NumberedLine) => boolean {
  const wanted = searched.toLowerCase();
  return ({ line }) => line.toLowerCase().includes(wanted);
}

interface Shown {
  readonly lines: number;
  readonly maxChars: number;
  readonly total: number;
}

/** Returns as many lines as permitted, at least one, and how to read on. */
function renderLines(wanted: readonly NumberedLine[], { lines, maxChars, total }: Shown): string {
  const shown: string[] = [];
  let chars = 0;
  for (const { number, line } of wanted.slice(0, lines)) {
    const numbered = `${number}\t${line}`;
    if (shown.length > 0 && chars + numbered.length > maxChars) break;
    shown.push(numbered);
    chars += numbered.length + 1;
  }
  const next = wanted[shown.length]?.number;
  const note = next === undefined ? `[end of ${total} lines]` : `[of ${total} lines; continue with from: ${next}]`;
  return `${shown.join('\n')}\n${note}`;
}
