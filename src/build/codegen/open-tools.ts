import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { PublishedTool } from './widened-tools.js';

type DescribedSpec = Pick<ToolSpec, 'originalName' | 'inputSchema'>;

/** Returns the tools of which a parameter accepts any value of one type, or any value, as they are published. */
export function findOpenTools(specs: readonly DescribedSpec[]): readonly PublishedTool[] {
  return specs.map(toPublished).filter(({ properties }) => Object.values(properties).some(acceptsAny));
}

function toPublished({ originalName, inputSchema }: DescribedSpec): PublishedTool {
  const entries = Object.entries(inputSchema.properties ?? {}).filter(([, schema]) => typeof schema === 'object');
  return { name: originalName, properties: Object.fromEntries(entries) as PublishedTool['properties'] };
}

/** Checks whether a schema accepts any value of one type, or any value: it may come from an emitted type. */
function acceptsAny({
  type,
  enum: values,
  const: value,
  anyOf,
  oneOf,
  $ref,
}: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(type) && [values, value, anyOf, oneOf, $ref].every((keyword) => keyword === undefined);
}
