/** The content type of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const eventStreamType = 'text/event-stream';

/** The headers that prevent caches, compression and the buffers of reverse proxies from holding events back. */
export const unbufferedHeaders = Object.freeze({
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

/** The fields of an event. Only `data` may have line breaks. */
export interface EventFields {
  readonly event?: string | undefined;
  /** The ID with which a client resumes the stream after this event. */
  readonly id?: string | undefined;
  /** The delay before a client connects again, in milliseconds. */
  readonly retry?: number | undefined;
  readonly data: string;
}

// Each line of the data is a field of its own.
const lineBreaks = /\r\n|[\r\n]/g;

/** Formats an event as a stream contains it. */
export function formatEvent({ event, id, retry, data }: EventFields): string {
  return `${line('event', event)}${line('id', id)}${line('retry', retry)}data: ${data.replace(lineBreaks, '\ndata: ')}\n\n`;
}

function line(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `${name}: ${value}\n`;
}

/** A comment, which clients ignore. Proxies do not close a connection on which it is sent. */
export const keepAliveComment = ': keep-alive\n\n';

/** Checks whether a response is a stream of events. */
export function isEventStream(headers: Headers): boolean {
  return headers.get('content-type')?.toLowerCase().startsWith(eventStreamType) === true;
}
