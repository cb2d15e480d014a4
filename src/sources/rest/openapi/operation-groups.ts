import type { SourceGroup } from '../../../toolkit/tool-source.js';
import type { OpenApiOperation } from './described-operation.js';
import { fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { textOf } from './operation-parts.js';
import type { OpenApiSourceOptions } from './source-options.js';

type GroupOptions = Pick<OpenApiSourceOptions, 'group' | 'prefix'>;

// Without a tag, a tool would be in the group 'basic', which is always active.
const untagged = 'other';

/** Returns the name of the group of an operation. Undefined is the group 'basic'. */
export function groupOf(operation: OpenApiOperation, { group = 'tag', prefix }: GroupOptions): string | undefined {
  const name = group === 'tag' ? (operation.tags[0] ?? untagged) : group(operation);
  return name === undefined ? undefined : toGroupName(name, prefix);
}

/** Returns groups with the descriptions that the tags of the document have. */
export function describeGroups(
  names: ReadonlySet<string>,
  document: OpenApiDocument,
  { prefix, active }: Pick<OpenApiSourceOptions, 'prefix'> & { readonly active: boolean },
): readonly SourceGroup[] {
  const { tags } = document.root;
  const described = (Array.isArray(tags) ? tags : []).map(fieldsOf).map(({ name, description }) => {
    return [toGroupName(String(name), prefix), textOf(description)] as const;
  });
  const descriptions = new Map(described);
  return [...names].map((name) => Object.freeze({ name, description: descriptions.get(name), active }));
}

function toGroupName(name: string, prefix: string | undefined): string {
  const legal = name
    .trim()
    .replaceAll(/[^a-zA-Z0-9_.-]+/g, '_')
    .replace(/^__proto__$/, 'proto');
  return `${prefix === undefined ? '' : `${prefix}__`}${legal || untagged}`.slice(0, 64);
}
