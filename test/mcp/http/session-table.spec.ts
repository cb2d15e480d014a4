import { setTimeout as delay } from 'node:timers/promises';
import { eventResponse } from '../../../src/integrations/mcp/http/endpoint-response.js';
import { EventStream } from '../../../src/integrations/mcp/http/event-stream.js';
import type { AdmittedRequest } from '../../../src/integrations/mcp/http/request-guard.js';
import { SessionTable, type SessionTableOptions } from '../../../src/integrations/mcp/http/session-table.js';

interface Begun {
  readonly id: string;
  /** Ends the request that is open. */
  readonly release: () => void;
}

/** A request as far as a table reads it. */
function requestOf(client: string, subject?: string): AdmittedRequest {
  return { client, subject } as unknown as AdmittedRequest;
}

/** Creates a table over connections that record which of them are closed. Their responses remain open. */
function createTable(options: Partial<SessionTableOptions>, accepts = true) {
  const closed: string[] = [];
  let [last, response] = ['', new EventStream()];
  const table = new SessionTable(
    async (_, { sessionId, onOpened, onClosed }) => ({
      handle: async () => {
        last = sessionId;
        response = new EventStream();
        if (accepts) onOpened();
        return eventResponse(response);
      },
      drain: async () => undefined,
      close: async () => {
        closed.push(sessionId);
        onClosed();
      },
    }),
    { maxSessions: 10, maxSessionsPerClient: 10, idleTimeoutMs: 60_000, ...options },
  );
  const begin = async (client: string, subject?: string): Promise<Begun> => {
    await table.begin(requestOf(client, subject));
    const opened = response;
    return { id: last, release: () => opened.close() };
  };
  const proceed = async (id: string, client: string, subject?: string): Promise<Begun> => {
    await table.proceed(id, requestOf(client, subject));
    const opened = response;
    return { id, release: () => opened.close() };
  };
  const beginIdle = async (client: string): Promise<string> => {
    const { id, release } = await begin(client);
    release();
    await delay(2);
    return id;
  };
  return { table, closed, begin, proceed, beginIdle };
}

describe('a table of sessions', () => {
  it('ends the longest idle session of a client that has too many, and no other', async () => {
    const { table, closed, begin, proceed, beginIdle } = createTable({ maxSessionsPerClient: 2 });
    const other = await beginIdle('b');
    const first = await beginIdle('a');
    const second = await beginIdle('a');
    const { release } = await proceed(first, 'a');
    release();
    await begin('a');
    expect(closed).toEqual([second]);
    expect(table.connections).toHaveLength(3);
    expect(closed).not.toContain(other);
  });

  it('rejects a client whose sessions are all in use', async () => {
    const { table, closed, begin } = createTable({ maxSessionsPerClient: 1 });
    await begin('a');
    await expect(begin('a')).rejects.toMatchObject({ status: 503, message: expect.stringContaining('This client') });
    await begin('b');
    expect(closed).toEqual([]);
    expect(table.connections).toHaveLength(2);
  });

  it('ends the longest idle session of all when it is full, and rejects when none is idle', async () => {
    const { closed, begin, beginIdle } = createTable({ maxSessions: 2 });
    const idle = await beginIdle('a');
    await begin('b');
    await begin('c');
    expect(closed).toEqual([idle]);
    await expect(begin('d')).rejects.toMatchObject({ status: 503, message: expect.stringContaining('There are') });
  });

  it('does not count a session that the SDK rejects', async () => {
    const { table, closed, begin } = createTable({ maxSessionsPerClient: 1 }, false);
    await begin('a');
    await begin('a');
    expect(closed).toHaveLength(2);
    expect(table.connections).toEqual([]);
  });

  it('has a session only for its subject', async () => {
    const { table, begin } = createTable({});
    const { id } = await begin('a', 'ann');
    await expect(table.proceed(id, requestOf('a', 'bob'))).rejects.toMatchObject({ status: 404 });
    await expect(table.proceed(id, requestOf('a'))).rejects.toMatchObject({ status: 404 });
    await expect(table.proceed('x', requestOf('a', 'ann'))).rejects.toMatchObject({ status: 404 });
    await table.proceed(id, requestOf('b', 'ann'));
  });

  it('ends a session that is idle for idleTimeoutMs, but not one in use', async () => {
    const { closed, begin, beginIdle, table } = createTable({ idleTimeoutMs: 400 });
    const idle = await beginIdle('a');
    const used = await begin('a');
    const resumed = await beginIdle('a');
    await table.proceed(resumed, requestOf('a'));
    await delay(1_200);
    expect(closed).toEqual([idle]);
    used.release();
    await delay(1_200);
    expect(closed).toEqual([idle, used.id]);
  });
});
