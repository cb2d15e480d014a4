import type { RestToolOptions } from 'toolwright/rest';
import { isMapping, type ValuePath } from './configuration.js';
import type { Definition } from './definition.js';
import { readTexts, statePathOf, type Texts } from './read-texts.js';

/** The parts of a request that may have bound values. */
export interface BindableParts {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: unknown;
  readonly query: unknown;
  readonly inputSchema: RestToolOptions['inputSchema'];
  readonly placement: RestToolOptions['placement'];
  readonly bind: Readonly<Record<string, string>>;
}

/** The options of a REST tool for its parts. */
export type PlacedParts = Pick<
  RestToolOptions,
  'baseUrl' | 'path' | 'headers' | 'query' | 'inputSchema' | 'placement' | 'bind'
>;

/** An argument that is bound to the state and that no model sees. */
interface BoundArgument {
  readonly argument: string;
  readonly state: string;
  readonly place: { readonly in: 'header' | 'query'; readonly name: string };
}

/**
 * Replaces `{{state.path}}` in the path, the headers and the query by arguments that are bound to the state. Other texts
 * of headers and the query remain.
 *
 * @throws DefinitionError if a header or a parameter of the query is not a text.
 */
export function placeBoundTexts(definition: Definition, parts: BindableParts): PlacedParts {
  const { baseUrl, inputSchema = {}, placement = {}, bind } = parts;
  const headers = splitTexts(definition, 'header', parts.headers);
  const query = splitTexts(definition, 'query', parts.query);
  const bound = [...headers.bound, ...query.bound];
  const inPath = [...parts.path.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([text, state = '']) => ({
    text,
    state,
    argument: argumentOf('path', state),
  }));
  const all = [...bound, ...inPath];
  const path = inPath.reduce((rest, { text, argument }) => rest.replace(text, `{${argument}}`), parts.path);
  const { properties } = inputSchema as { readonly properties?: object };
  const added = Object.fromEntries(all.map(({ argument }) => [argument, { type: 'string' as const }]));
  return {
    baseUrl,
    path,
    headers: headers.texts,
    query: query.texts,
    inputSchema: { type: 'object', ...inputSchema, properties: { ...properties, ...added } },
    placement: { ...placement, ...Object.fromEntries(bound.map(({ argument, place }) => [argument, place])) },
    bind: { ...bind, ...Object.fromEntries(all.map(({ argument, state }) => [argument, { stateKey: state }])) },
  };
}

function splitTexts(
  definition: Definition,
  place: BoundArgument['place']['in'],
  values: unknown,
): { readonly texts: Texts; readonly bound: readonly BoundArgument[] } {
  const at: ValuePath = definition.pathOf(place === 'header' ? 'headers' : 'query');
  const entries = isMapping(values) ? Object.entries(values) : [];
  const isBound = ([, value]: readonly [string, unknown]): boolean => statePathOf(value) !== undefined;
  return {
    texts: readTexts(definition.configuration, at, Object.fromEntries(entries.filter((entry) => !isBound(entry)))),
    bound: entries.filter(isBound).map(([name, value]) => ({
      argument: argumentOf(place, name),
      state: statePathOf(value) ?? '',
      place: { in: place, name },
    })),
  };
}

/** Returns the name of a bound argument, which must not be that of an argument of the model. */
function argumentOf(place: string, name: string): string {
  return `${place}:${name}`;
}
