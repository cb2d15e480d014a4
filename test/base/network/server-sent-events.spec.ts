import { formatEvent, isEventStream, keepAliveComment } from '../../../src/base/network/server-sent-events.js';

describe('server-sent events', () => {
  it('have their fields in order, and end with an empty line', () => {
    expect(formatEvent({ data: '{}' })).toBe('data: {}\n\n');
    expect(formatEvent({ event: 'message', id: '7', retry: 1_000, data: 'x' })).toBe(
      'event: message\nid: 7\nretry: 1000\ndata: x\n\n',
    );
    expect(formatEvent({ data: 'one\ntwo\r\nthree\rfour' })).toBe('data: one\ndata: two\ndata: three\ndata: four\n\n');
    expect(keepAliveComment).toMatch(/^:.*\n\n$/);
  });

  it('are recognised by the content type of a response', () => {
    const isEvents = (type?: string): boolean =>
      isEventStream(new Headers(type === undefined ? {} : { 'content-type': type }));
    expect(isEvents('text/event-stream')).toBe(true);
    expect(isEvents('Text/Event-Stream; charset=utf-8')).toBe(true);
    expect(isEvents('application/json')).toBe(false);
    expect(isEvents()).toBe(false);
  });
});
