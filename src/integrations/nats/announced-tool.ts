import { toJsonValue } from '../../call/response/json-value.js';
import type { JsonSchema, ToolAnnotations, ToolSpec } from '../../index.js';
import { digestOf } from '../../tool/arguments/canonical-json.js';
import type { Readers, ToolFlow, Trust } from '../../tool/metadata/flow-options.js';

/** A tool as a worker announces it. */
export interface AnnouncedTool {
  readonly name: string;
  /** The digest of the definition. */
  readonly fingerprint: string;
  readonly title?: string;
  readonly description?: string;
  readonly version?: string;
  readonly tags?: readonly string[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly accumulate: 'concat' | 'last' | 'none';
  readonly needsApproval: boolean;
  /** What the author says of results, as far as it is data. What a function decides is untrusted and private. */
  readonly flow?: Pick<ToolFlow, 'fields' | 'show'> & { readonly trust?: Trust; readonly readers?: Readers };
  /** Whether a call may run again if it is not known how its first run ended. */
  readonly idempotent: boolean;
  readonly effect?: 'write';
  /** Whether the worker records effects, so that a call with an effect may be delivered again. */
  readonly logged: boolean;
}

// So many characters of a digest make it unlikely enough that two definitions of a tool share them.
const fingerprintLength = 16;

/** Describes a tool for callers. Its fingerprint differs from those of other definitions. */
export function announceTool(spec: ToolSpec, { logged }: { readonly logged: boolean }): AnnouncedTool {
  const { name, title, description, version, tags, inputSchema, outputSchema, annotations, meta, effect } = spec;
  const definition = toJsonValue({
    name,
    title,
    description,
    version,
    tags: tags.length === 0 ? undefined : tags,
    inputSchema,
    outputSchema,
    annotations,
    meta,
    flow: flowOf(spec),
    accumulate: spec.accumulate,
    needsApproval: spec.needsApproval !== undefined && spec.needsApproval !== false,
    idempotent: spec.idempotent,
    effect,
    logged: effect !== undefined && logged,
  }) as Omit<AnnouncedTool, 'fingerprint'>;
  return { ...definition, fingerprint: (digestOf(definition) ?? '').slice(0, fingerprintLength) };
}

function flowOf({ flow }: ToolSpec): AnnouncedTool['flow'] {
  if (flow === undefined) return undefined;
  const { trust, readers, fields, show } = flow;
  const said = {
    trust: typeof trust === 'function' ? ('untrusted' as const) : trust,
    readers: typeof readers === 'function' ? [] : readers,
    fields: Object.keys(fields).length === 0 ? undefined : fields,
    show,
  };
  return Object.values(said).every((one) => one === undefined) ? undefined : said;
}
