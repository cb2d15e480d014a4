import { type LoadedTool, loadTools } from './load-tools.js';

/** `toolwright list`: prints the tools of a module, for people or as JSON Schemas. */
export async function listTools(modulePath: string, { json }: { readonly json: boolean }): Promise<void> {
  const { tools, remarks } = await loadTools(modulePath);
  for (const remark of remarks) process.stderr.write(`${remark}\n`);
  const output = json
    ? JSON.stringify(
        tools.map(({ spec }) => spec.toJsonSchema()),
        undefined,
        2,
      )
    : tools.map(describeTool).join('\n\n');
  process.stdout.write(`${output}\n`);
}

function describeTool(tool: LoadedTool): string {
  const { spec } = tool;
  const description = spec.description?.split('\n').map((line) => `  ${line}`.trimEnd());
  return [`${spec.name} [${groupOf(tool)}]`, ...(description ?? []), `  ${spec.signature()}`].join('\n');
}

function groupOf({ spec, toolkit }: LoadedTool): string {
  if (toolkit === undefined) return spec.group ?? 'basic';
  const group = toolkit.activeGroups().find((name) => toolkit.list({ group: name }).includes(spec));
  return group ?? (spec.group === undefined ? 'inactive' : `${spec.group}, inactive`);
}
