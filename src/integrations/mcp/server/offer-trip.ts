import type { McpCallResult } from '../protocol/messages.js';
import type { RoundTrip } from './multi-round-trip-call.js';
import type { OfferMethod, OfferRequest } from './offer-server.js';

/** A request for what a server offers besides tools. */
export interface OfferCall extends Pick<RoundTrip, 'tools' | 'exchange' | 'owner' | 'client'> {
  readonly method: OfferMethod;
  readonly params: OfferRequest['params'];
}

/** Returns the trip of a request whose method may ask its client, like a tool. */
export function offerTrip({ method, ...call }: OfferCall): Omit<RoundTrip, 'callId' | 'answers'> {
  const { tools, params } = call;
  const run: RoundTrip['run'] = async (exchange) => {
    const { result, caching } = await tools.handleOffer(method, params, exchange);
    // Rounds pass results on as they are.
    return { ...result, ...caching } as unknown as McpCallResult;
  };
  return { ...call, callee: `${method} ${String(params.name ?? params.uri)}`, run };
}
