import type { ToolSource, ToolSpec } from '../../../index.js';
import { type Definitions, definitionOf, type ServerDefinition } from './definition.js';

/** A source of tools that knows the server of its tools, such as the result of `mcpSource`. */
interface ServerSource extends ToolSource {
  readonly server: { readonly name: string; readonly instructions?: string | undefined } | undefined;
  fingerprints(): Readonly<Record<string, string>>;
}

/** Returns the definitions of tools that models see, and of the servers of their sources. */
export function readDefinitions(specs: readonly ToolSpec[], sources: readonly ToolSource[]): Definitions {
  const servers: Record<string, ServerDefinition> = {};
  for (const source of sources) {
    if (!isServerSource(source) || source.server === undefined) continue;
    const { name, instructions } = source.server;
    const pins = source.fingerprints();
    servers[source.name] = { name, ...(instructions === undefined ? {} : { instructions }), pins };
  }
  const tools = Object.fromEntries(specs.map((spec) => [spec.name, definitionOf(spec)]));
  return { servers, tools };
}

function isServerSource(source: ToolSource): source is ServerSource {
  return 'server' in source && 'fingerprints' in source && typeof source.fingerprints === 'function';
}
