import { alternatives, type SchemaRecord } from '../../schema/json-schema/alternatives.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ParamFlow } from '../../tool/metadata/flow-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { FlowPlace, FlowTree } from './labels/flow-tree.js';

const decidingFormats = /^(?:idn-)?email$|^(?:uri|iri|url)|^uuid$/;
const uriFormats = /^(?:uri|iri|url)/;
const uriNames = /^(?:ur[il]|href|link)s?$/;

/** What is known of a tool, of which its deciding arguments follow. */
export interface DecidingPolicy {
  readonly spec: ToolSpec;
  readonly params: FlowTree<ParamFlow>;
  readonly isReadOnly: boolean;
  /** Whether the tool may open the addresses of pages in its arguments. */
  readonly opensAddresses: boolean;
  /** Whether every argument decides. */
  readonly all: boolean;
}

/** A place in the arguments of a tool. */
export interface ArgumentPlace {
  /** The name of the nearest property that contains the value. */
  readonly name: string;
  readonly said: ParamFlow;
  /** What the schemas say of the value. */
  readonly schemas: readonly SchemaRecord[];
}

/** Checks whether what is at a place of the arguments decides what a call of a tool does. */
export function decidesAt({ said, name, schemas }: ArgumentPlace, policy: DecidingPolicy): boolean {
  if (said.decides !== undefined) return said.decides;
  const isUri = hasFormat(schemas, uriFormats);
  // What only reads decides nothing, but an address that it opens shows others what is in it.
  if (policy.isReadOnly) return policy.opensAddresses && (isUri || uriNames.test(lastWord(name)));
  return policy.all || isUri || isIdName(name) || hasFormat(schemas, decidingFormats);
}

/** Checks whether the binding of a parameter decides what a call of a tool does. */
export function decidesAsBound(parameter: string, policy: DecidingPolicy): boolean {
  const { said } = policy.params.root.at(parameter);
  // Models do not see bound parameters, so that their formats are not known.
  return said.decides ?? (!policy.isReadOnly || decidesAt({ said, name: parameter, schemas: [] }, policy));
}

/** Checks whether any argument, or any binding, decides what a call of a tool does. */
export function hasDecidingArgument(policy: DecidingPolicy): boolean {
  const root = policy.spec.inputSchema;
  const decidesByName = (name: string): boolean =>
    decidesAt({ said: policy.params.root.at(name).said, name, schemas: [] }, policy);
  if (Object.keys(policy.spec.bindings).some(decidesByName)) return true;
  if (policy.params.all.some(({ decides }) => decides === true)) return true;
  const seen = new Set<unknown>();
  const searches = (given: unknown, name: string, place: FlowPlace<ParamFlow>): boolean => {
    const schemas = alternatives(given, root).filter((schema) => !seen.has(schema));
    for (const schema of schemas) seen.add(schema);
    if (name !== '' && schemas.length > 0 && decidesAt({ said: place.said, name, schemas }, policy)) return true;
    return schemas.some((schema) => {
      const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
      const items = [schema.items, ...(Array.isArray(schema.prefixItems) ? schema.prefixItems : [])];
      return (
        properties.some(([key, property]) => searches(property, key, place.at(key))) ||
        [...items, schema.additionalProperties].some((item) => searches(item, name, place.at('*')))
      );
    });
  };
  return searches(root, '', policy.params.root);
}

/** Checks whether a name is that of an ID. */
export function isIdName(name: string): boolean {
  return /^ids?$/.test(lastWord(name));
}

/** Checks whether any schema has a format that an expression matches. */
export function hasFormat(schemas: readonly SchemaRecord[], formats: RegExp): boolean {
  return schemas.some(({ format }) => typeof format === 'string' && formats.test(format));
}

function lastWord(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    // The plural of an abbreviation is one word: `fileIDs`.
    .replaceAll(/(\p{Lu})(?!\p{Lu}s(?!\p{Ll}))(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return (words.at(-1) ?? '').toLowerCase();
}
