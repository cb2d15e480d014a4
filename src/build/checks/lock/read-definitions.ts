import type { ToolSource, ToolSpec } from '../../../index.js';
import { type Definitions, definitionOf, type ServerDefinition, type ToolDefinition } from './definition.js';

/** A source of tools that knows the server of its tools, such as the result of `mcpSource`. */
interface ServerSource extends ToolSource {
  readonly server: { readonly name: string; readonly instructions?: string | undefined } | undefined;
  fingerprints(): Readonly<Record<string, string>>;
}

/** A source of the operations of a document, which knows where their requests are sent. */
interface OperationSource extends ToolSource {
  readonly servers: ReadonlyMap<string, string>;
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
  const documents = new Map(sources.filter(isOperationSource).map((source) => [source.name, source]));
  const tools = specs.map((spec) => [spec.name, withServer(definitionOf(spec), documents)] as const);
  return { servers, tools: Object.fromEntries(tools) };
}

/** Adds to what a tool calls the server to which its requests are sent. */
function withServer(definition: ToolDefinition, documents: ReadonlyMap<string, OperationSource>): ToolDefinition {
  const { origin } = definition;
  if (origin === undefined) return definition;
  return {
    ...definition,
    origin: origin.map((one) => {
      const { source, method, path } = one;
      const server = documents.get(String(source))?.servers.get(`${String(method)} ${String(path)}`);
      return server === undefined ? one : { ...one, server };
    }),
  };
}

function isServerSource(source: ToolSource): source is ServerSource {
  return 'server' in source && 'fingerprints' in source && typeof source.fingerprints === 'function';
}

function isOperationSource(source: ToolSource): source is OperationSource {
  return 'servers' in source && source.servers instanceof Map;
}
