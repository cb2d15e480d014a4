import type { McpCallResult } from '../protocol/messages.js';
import type { RoundTrip } from './multi-round-trip-call.js';
import type { OfferMethod, OfferRequest } from './offer-server.js';

/** A request for what a server offers besides tools. */
export interface OfferCall extends Pick<RoundTrip, 'tools' | 'exchange' | 'owner' | 'client'> {
  readonly method: OfferMethod;
  readonly params: OfferRequest['params'];
}

/** A call of a tool. */
export interface ToolCallRequest extends Pick<RoundTrip, 'tools' | 'exchange' | 'owner' | 'client'> {
  readonly params: OfferRequest['params'];
}

/** Returns the trip of a call of a tool. */
export function toolTrip(call: ToolCallRequest): Omit<RoundTrip, 'callId' | 'answers'> {
  const { tools, params } = call;
  const name = String(params.name);
  // Only what other methods call has a space. A client must not continue it by a name that no tool can have.
  return { ...call, callee: name.includes(' ') ? '' : name, run: (exchange) => tools.callTool(params, exchange) };
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
