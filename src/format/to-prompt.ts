import { docstring } from './docstring.js';
import { signature } from './signature.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** Exports a tool as a list item for a prompt: the signature as code, and the documentation indented by four spaces. */
export function toPrompt(tool: ToolDescriptor): string {
  const documentation = docstring(tool).replaceAll(/^(?=.)/gm, '    ');
  const head = `- ${inlineCode(signature(tool))}`;
  return documentation === '' ? head : `${head}:\n${documentation}`;
}

toPrompt.options = {};

/** Joins the items with line breaks. */
toPrompt.list = (items: string[]): string => items.join('\n');

/** Prints text as inline Markdown code, fenced by more backticks than the text contains in a row. */
function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
