import { docstring } from './docstring.js';
import { signature } from './signature.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** A tool as an item of a list in a prompt: its signature as code, its documentation indented by four spaces. */
export function toPrompt(tool: ToolDescriptor): string {
  const documentation = docstring(tool).replaceAll(/^(?=.)/gm, '    ');
  const head = `- ${inlineCode(signature(tool))}`;
  return documentation === '' ? head : `${head}:\n${documentation}`;
}

/** Joins the items, one below the other. */
toPrompt.list = (items: string[]): string => items.join('\n');

/** Text as Markdown code, fenced by more backticks than the text holds in a row. */
function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
