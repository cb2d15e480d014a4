import { findWidened } from './find-widened.js';
import { type LoadedTool, loadTools } from './load-tools.js';
import type { Streams } from './streams.js';

/** The format and the streams of a list. */
export interface ListOptions {
  readonly json: boolean;
  readonly streams: Pick<Streams, 'stdout' | 'stderr'>;
}

/** Runs `toolwright list`: prints the tools of a module as text or as JSON Schemas. */
export async function listTools(modulePath: string, { json, streams }: ListOptions): Promise<void> {
  const { tools, warnings } = await loadTools(modulePath);
  const widened = await findWidened(tools.map(({ spec }) => spec));
  for (const warning of warnings) streams.stderr.write(`${warning}\n`);
  for (const warning of widened) streams.stderr.write(`warning: ${warning}\n`);
  const output = json
    ? JSON.stringify(
        tools.map(({ spec }) => spec.toJsonSchema()),
        undefined,
        2,
      )
    : tools.map(describeTool).join('\n\n');
  streams.stdout.write(`${output}\n`);
}

function describeTool(tool: LoadedTool): string {
  const { spec } = tool;
  const description = spec.description?.split('\n').map((line) => `  ${line}`.trimEnd());
  return [`${spec.name} [${groupOf(tool)}]`, ...(description ?? []), `  ${spec.signature()}`].join('\n');
}

/** Returns the group of a tool for people, which says whether the group is inactive. */
export function groupOf({ spec, toolkit }: LoadedTool): string {
  if (toolkit === undefined) return spec.group ?? 'basic';
  const group = toolkit.activeGroups().find((name) => toolkit.list({ group: name }).includes(spec));
  return group ?? (spec.group === undefined ? 'inactive' : `${spec.group}, inactive`);
}
