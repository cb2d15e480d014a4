import { DefinitionError } from '../../../index.js';
import { type EndpointResponse, emptyResponse } from './endpoint-response.js';
import { HttpRefusal } from './refusal.js';

/** What a server shows anyone before they connect (SEP-2127). */
export interface McpServerCard {
  /** The name of the server in the namespace of a domain of its publisher, in reverse order: `com.example/shop`. */
  readonly name: string;
  /** What the server is for, in at most 100 characters. */
  readonly description: string;
  /** A human-readable name, of at most 100 characters. @default the `title` of the server */
  readonly title?: string | undefined;
  /** The address of the page about the server. */
  readonly websiteUrl?: string | undefined;
  /**
   * The URL of the endpoint that clients use. It is not read from requests, whose sender could choose it for those who
   * receive the card from a cache. @default `authorization.resource.resource`, or else the card names no URL
   */
  readonly url?: string | undefined;
}

/** What a card has from the other options of a server. */
export interface CardDefaults {
  readonly title: string | undefined;
  readonly version: string;
  readonly url: string | undefined;
}

/** The last segment of the path of a card, which follows the path of the endpoint. */
export const cardSegment = '/server-card';

const schemaUrl = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

// The extension requires them for pages of any origin, which can read no more than everyone else.
const cors: EndpointResponse['headers'] = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
};

/**
 * Creates the document of a card.
 *
 * @throws DefinitionError if a field is not valid.
 */
export function cardText(card: McpServerCard, defaults: CardDefaults): string {
  const { name, description, title = defaults.title, websiteUrl, url = defaults.url } = card;
  check(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name) && name.length <= 200, 'name', "be like 'com.example/shop'");
  check(description.length >= 1 && description.length <= 100, 'description', 'have 1 to 100 characters');
  check(title === undefined || (title.length >= 1 && title.length <= 100), 'title', 'have 1 to 100 characters');
  for (const [field, value] of Object.entries({ url, websiteUrl })) {
    check(value === undefined || isWebUrl(value), field, 'be a URL that begins with http:// or https://');
  }
  const remotes = url === undefined ? undefined : [{ type: 'streamable-http', url }];
  return JSON.stringify({
    ...{ $schema: schemaUrl, name, version: defaults.version, description, title, websiteUrl, remotes },
  });
}

/** Responds to a request for a card. Throws an HttpRefusal on a method that only changes something. */
export function cardResponse(method: string, text: string): EndpointResponse {
  if (method === 'OPTIONS') return emptyResponse(204, cors);
  if (method !== 'GET' && method !== 'HEAD') {
    throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: 'GET, HEAD, OPTIONS' } });
  }
  const headers = { 'content-type': 'application/mcp-server-card+json', 'cache-control': 'public, max-age=3600' };
  return { status: 200, headers: { ...headers, ...cors }, body: text };
}

function check(isValid: boolean, field: string, rule: string): void {
  if (!isValid) throw new DefinitionError(`serveMcp: card.${field} must ${rule}.`);
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
