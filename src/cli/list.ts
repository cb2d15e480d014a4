import type { DocumentOptions } from './document-options.js';
import { findWidened } from './find-widened.js';
import { type LoadedTool, loadTools } from './load-tools.js';
import type { CommandResult, Report } from './report.js';

/** The module or the document whose tools are listed. */
export interface ListCommand {
  readonly modulePath: string;
  readonly document: DocumentOptions | undefined;
}

/** Runs `toolwright list`: returns the tools of a module as text and as JSON Schemas. */
export async function listTools({ modulePath, document }: ListCommand, report: Report): Promise<CommandResult> {
  const { tools, warnings } = await loadTools(modulePath, document);
  const widened = await findWidened(tools.map(({ spec }) => spec));
  for (const warning of [...warnings, ...widened]) report.warn(warning);
  return {
    data: { tools: tools.map((tool) => ({ ...tool.spec.toJsonSchema(), ...placeOf(tool) })) },
    text: tools.map(describeTool).join('\n\n'),
  };
}

function describeTool(tool: LoadedTool): string {
  const { spec } = tool;
  const description = spec.description?.split('\n').map((line) => `  ${line}`.trimEnd());
  return [`${spec.name} [${groupOf(tool)}]`, ...(description ?? []), `  ${spec.signature()}`].join('\n');
}

/** The group of a tool, and whether the tool is active. */
interface ToolPlace {
  readonly group: string;
  readonly active: boolean;
}

/** Returns the group in which the command calls and serves a tool. Without a toolkit, all groups are active. */
function placeOf({ spec, toolkit }: LoadedTool): ToolPlace {
  const own = spec.group ?? 'basic';
  const groups = toolkit?.groups().filter(({ name }) => toolkit.list({ group: name }).includes(spec)) ?? [];
  // An active group, if a tool is in several.
  const { name = own, active = toolkit === undefined } = groups.find((group) => group.active) ?? groups[0] ?? {};
  return { group: name, active };
}

/** Returns the group of a tool for people, which says whether the group is inactive. */
export function groupOf(tool: LoadedTool): string {
  const { group, active } = placeOf(tool);
  return active ? group : `${group}, inactive`;
}
