import { visibleText } from '../../base/text/visible-text.js';
import { findWidened } from './find-widened.js';
import type { LoadedTool } from './load-module.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import type { CommandResult, Report } from './shared/report.js';
import type { TextStyle } from './shared/text-style.js';

/** Runs `toolwright list`: returns the tools of a module as text and as JSON Schemas. */
export async function listTools(place: ToolPlace, report: Report): Promise<CommandResult> {
  const { tools, warnings, close } = await loadTools(place);
  await close?.();
  const widened = await findWidened(tools.map(({ spec }) => spec));
  for (const warning of [...warnings, ...widened]) report.warn(warning);
  return {
    data: { tools: tools.map((tool) => ({ ...tool.spec.toJsonSchema(), ...placeOf(tool) })) },
    text: tools.map((tool) => describeTool(tool, report.styles.stdout)).join('\n\n'),
  };
}

function describeTool(tool: LoadedTool, style: TextStyle): string {
  const { spec } = tool;
  const description = visibleText(spec.description ?? '')
    .split('\n')
    .map((line) => `  ${line}`.trimEnd());
  const heading = describeName(spec.name, groupOf(tool), style);
  return [heading, ...(spec.description === undefined ? [] : description), `  ${visibleText(spec.signature())}`].join(
    '\n',
  );
}

/** Returns the name and the group of a tool for people. */
export function describeName(name: string, group: string, style: TextStyle): string {
  return `${style('bold', visibleText(name))} ${style('dim', `[${visibleText(group)}]`)}`;
}

/** The group of a tool, and whether the tool is active. */
interface GroupPlace {
  readonly group: string;
  readonly active: boolean;
}

/** Returns the group in which `serve` has a tool. Without a toolkit, the source of the tool decides which are active. */
function placeOf({ spec, toolkit, isActive = true }: LoadedTool): GroupPlace {
  const own = spec.group ?? 'basic';
  const groups = toolkit?.groups().filter(({ name }) => toolkit.list({ group: name }).includes(spec)) ?? [];
  // An active group, if a tool is in several.
  const { name = own, active = toolkit === undefined && isActive } =
    groups.find((group) => group.active) ?? groups[0] ?? {};
  return { group: name, active };
}

/** Returns the group of a tool for people, which says whether the group is inactive. */
export function groupOf(tool: LoadedTool): string {
  const { group, active } = placeOf(tool);
  return active ? group : `${group}, inactive`;
}
