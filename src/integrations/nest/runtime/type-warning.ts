import { existsSync, readFileSync } from 'node:fs';
import { isTestRun } from '../../../base/runtime/type-set-up.js';
import { findOpenTools } from '../../../build/codegen/open-tools.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';

const project = 'tsconfig.json';
const configuration = 'nest-cli.json';

/**
 * Describes how to publish the types of tools that neither the build plugin nor a generated module describes. Undefined if
 * that changes nothing, in production, in tests, and without the sources or typescript-json-schema.
 */
export async function describeUntyped(specs: readonly ToolSpec[]): Promise<string | undefined> {
  const { NODE_ENV } = process.env;
  if (NODE_ENV === 'production' || NODE_ENV === 'test' || specs.length === 0) return undefined;
  const unused = describeUnusedPlugin();
  if (unused !== undefined) {
    return `The types and comments of ${specs.map(({ name }) => `'${name}'`).join(', ')} are missing. ${unused}`;
  }
  const widened = await findWidened(specs);
  return widened.length === 0 ? undefined : widened.join('\n');
}

/** Describes why a tool has no types, if `nest-cli.json` names the plugin that should have added them. */
export function describeUnusedPlugin(): string | undefined {
  if (isTestRun()) return undefined;
  if (!existsSync(configuration) || !readFileSync(configuration, 'utf8').includes('toolwright/nest-plugin'))
    return undefined;
  return (
    `${configuration} names toolwright/nest-plugin, but the build has not run it: the builder 'swc' runs no plugins. ` +
    "Fix one of: set the builder 'tsc' or 'webpack'; run 'toolwright generate' and import the module " +
    'that it writes; delete the output and build again.'
  );
}

async function findWidened(specs: readonly ToolSpec[]): Promise<readonly string[]> {
  const tools = findOpenTools(specs);
  if (tools.length === 0 || !existsSync(project)) return [];
  try {
    const { findWidenedInThread } = await import('../../../build/codegen/widened-thread.js');
    return await findWidenedInThread({ project, tools });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes("'typescript-json-schema'")) return [];
    return [`The types of the tools were not compared with the sources: ${message}`];
  }
}
