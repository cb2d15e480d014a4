import { DefinitionError } from '../../../index.js';
import type { EndpointRequest } from './endpoint-request.js';
import { type EndpointResponse, jsonResponse } from './endpoint-response.js';
import { HttpRefusal } from './refusal.js';
import { type CardDefaults, cardResponse, cardSegment, cardText, type McpServerCard } from './server-card.js';

/** What the routes are created from. */
export interface PublicRouteParts extends CardDefaults {
  readonly card: McpServerCard | undefined;
  /** The path of the route for health. Undefined for none. */
  readonly health: string | undefined;
  /** The path of the endpoint. Undefined for any path. */
  readonly path: string | undefined;
}

/** The routes next to an endpoint, which need no token: the card of the server, and its health. */
export class PublicRoutes {
  readonly #parts: PublicRouteParts;
  readonly #cardText: string | undefined;

  /** @throws DefinitionError if a field of the card or the path of the health route is not valid. */
  constructor(parts: PublicRouteParts) {
    const { card, health, path } = parts;
    this.#parts = parts;
    this.#cardText = card === undefined ? undefined : cardText(card, parts);
    if (health === undefined) return;
    if (health.startsWith('/') && health !== path) return;
    throw new DefinitionError(
      `serveMcp: health must be a path of its own that begins with '/', such as '/health', not '${health}'.`,
    );
  }

  /** Responds to a request for the card, which pages of any origin may read. Returns undefined for any other request. */
  answerCard({ method, url: { pathname } }: EndpointRequest): EndpointResponse | undefined {
    if (this.#cardText === undefined) return undefined;
    const { path } = this.#parts;
    const isCard = path === undefined ? pathname.endsWith(cardSegment) : pathname === withSegment(path);
    return isCard ? cardResponse(method, this.#cardText) : undefined;
  }

  /** Responds to a request for the health. Returns undefined for any other request. */
  answerHealth({ method, url }: EndpointRequest, isClosing: boolean): EndpointResponse | undefined {
    if (url.pathname !== this.#parts.health) return undefined;
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpRefusal(405, 'Method not allowed.', { headers: { allow: 'GET, HEAD' } });
    }
    const [status, text] = isClosing ? [503, 'closing'] : [200, 'ok'];
    return jsonResponse(status, { status: text }, { 'cache-control': 'no-store' });
  }
}

function withSegment(path: string): string {
  return `${path.replace(/\/$/, '')}${cardSegment}`;
}
