import type { JsonSchema } from '../../base/json/json-schema.js';
import { joinSentences } from '../../base/text/join-sentences.js';

/**
 * Lists the accepted types of a union argument in its description, because models overlook `anyOf`. Returns a schema
 * unchanged if none of its properties is a union.
 */
export function announceUnions(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema.properties ?? {});
  if (schema.properties !== undefined && !entries.some(([, property]) => isUnion(property))) return schema;
  const announced = entries.map(([name, property]) => {
    const types = typeof property === 'object' ? announcedTypes(property) : [];
    if (typeof property !== 'object' || types.length < 2) return [name, property] as const;
    const words = `Accepts ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`;
    // Changed after the spread, because one spread of both is several times slower.
    const shown: Record<string, unknown> = { ...property };
    shown.description = joinSentences(property.description, words);
    return [name, shown] as const;
  });
  return { ...schema, properties: Object.fromEntries(announced) };
}

function isUnion(property: JsonSchema | boolean): boolean {
  return typeof property === 'object' && announcedTypes(property).length > 1;
}

/** Returns the types of a union; none of a nullable type, which exports as `type: [type, 'null']` and says so itself. */
function announcedTypes(property: JsonSchema): readonly string[] {
  const types = unionTypes(property);
  const isNullable = types.length === 2 && types.includes('null') && types.every((type) => jsonTypes.has(type));
  return isNullable ? [] : types;
}

const jsonTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function unionTypes(property: JsonSchema): readonly string[] {
  if (Array.isArray(property.type)) return property.type;
  if (property.anyOf === undefined && property.oneOf === undefined) return [];
  const branches = property.anyOf ?? property.oneOf ?? [];
  const types = branches.map((branch) => (typeof branch === 'object' ? branchTypes(branch) : []));
  return types.every((ofBranch) => ofBranch.length > 0) ? [...new Set(types.flat())] : [];
}

/** Returns the types of a branch, or none if they are unknown. */
function branchTypes(branch: JsonSchema): readonly string[] {
  if (typeof branch.type === 'string') return [branch.type];
  if (branch.const !== undefined) return [JSON.stringify(branch.const)];
  const name = branch.$ref?.split('/').at(-1);
  if (name !== undefined) return [name];
  return branch.type === undefined ? unionTypes(branch) : [];
}
