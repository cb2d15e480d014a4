import { previewValue } from '../../../base/values/value-preview.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { CaseSite } from './case-site.js';
import { type EvalCase, type ExpectedCall, noTool } from './eval-case.js';
import type { ModelMessage } from './model.js';

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant'];
const longestName = 60;

/**
 * Reads one case.
 *
 * @throws DefinitionError that names the case and the field.
 */
export function readCase(value: unknown, site: CaseSite): EvalCase {
  const { name, ...fields } = site.readFields('it', value, ['name', 'request', 'messages', 'expect', 'never']);
  const own = name === undefined ? undefined : site.readText('name', name);
  const messages = readMessages(fields, own === undefined ? site : site.named(own));
  const shown = shorten(own ?? messages.at(-1)?.content ?? '');
  const named = site.named(shown);
  const expect = readExpect(fields.expect, named);
  const never = fields.never === undefined ? [] : readTools('never', fields.never, named);
  const both = never.find((tool) => expect.some(({ tools }) => tools.includes(tool)));
  if (both !== undefined) throw named.error('never', `names '${both}', which is expected`);
  return { name: shown, messages, expect, never };
}

/** Returns a text as one line, so that each case has one line in a report. */
function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= longestName ? line : `${line.slice(0, longestName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function readMessages(fields: Readonly<Record<string, unknown>>, site: CaseSite): readonly ModelMessage[] {
  const { request, messages } = fields;
  if ((request === undefined) === (messages === undefined))
    throw site.error('it', "must have either 'request' or 'messages'");
  if (messages === undefined) return [{ role: 'user', content: site.readText('request', request) }];
  return site.readList('messages', messages).map((message, index) => {
    const field = `messages[${index}]`;
    const { role, content } = site.readFields(field, message, ['role', 'content']);
    if (typeof role === 'string' && roles.includes(role)) {
      return { role, content: site.readText(`${field}.content`, content) };
    }
    throw site.error(`${field}.role`, `must be one of ${roles.join(', ')}, not ${previewValue(role)}`);
  });
}

function readExpect(value: unknown, site: CaseSite): readonly ExpectedCall[] {
  if (value === undefined) throw site.error('it', `must have 'expect': a tool, several, or '${noTool}'`);
  if (value === noTool) return [];
  if (!Array.isArray(value)) return [readExpected('expect', value, site)];
  return site.readList('expect', value).map((item, index) => readExpected(`expect[${index}]`, item, site));
}

function readExpected(field: string, value: unknown, site: CaseSite): ExpectedCall {
  if (typeof value === 'string') return { tools: [site.readTool(field, value)], arguments: {} };
  const { tool, arguments: args = {} } = site.readFields(field, value, ['tool', 'arguments']);
  const tools = Array.isArray(tool) ? readTools(`${field}.tool`, tool, site) : [site.readTool(`${field}.tool`, tool)];
  if (isRecord(args)) return { tools, arguments: args };
  throw site.error(`${field}.arguments`, `must be an object, not ${previewValue(args)}`);
}

function readTools(field: string, value: unknown, site: CaseSite): readonly string[] {
  return site.readList(field, value).map((name, index) => site.readTool(`${field}[${index}]`, name));
}
