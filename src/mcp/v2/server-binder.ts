import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, Server, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BoundClient, McpBinder } from '../server/binder.js';
import { Rounds } from '../server/rounds.js';
import { type AttachParts, attachTools, type ClientFacts } from './server-attach.js';
import { RequestConnection } from './server-http.js';

/** Gives tools out through `@modelcontextprotocol/server`: protocol version 2026-07-28. */
export function createServerBinder(): McpBinder {
  const rounds = new Rounds();
  // Of this process: the calls that it names wait here, and nowhere else.
  const codec = createRequestStateCodec<string>({ key: randomBytes(32) });
  const attached = (client: BoundClient, factsOf: AttachParts['factsOf']): Server => {
    return attachTools({ tools: client.tools, server: client.server ?? createServer(client), rounds, codec, factsOf });
  };
  const factsFrom = ({ auth }: BoundClient) => {
    return ({ http }: ServerContext): ClientFacts => ({
      auth: auth ?? http?.authInfo,
      owner: http?.authInfo?.clientId,
    });
  };
  return {
    outputs: 'anything',
    hasSessions: false,

    attach(client) {
      const server = attached(client, factsFrom(client));
      const changes = client.tools.onListChanged(() => void server.sendToolListChanged().catch(() => undefined));
      return () => changes.unsubscribe();
    },

    async connectStdio(client, { stdin, stdout, onClosed }) {
      let current: Server | undefined;
      const transport = new StdioServerTransport(stdin, stdout);
      const handle = serveStdio(
        () => {
          current = attached(client, factsFrom(client));
          return current;
        },
        { legacy: 'reject', transport, onerror: client.onError },
      );
      const changes = client.tools.onListChanged(() => void current?.sendToolListChanged().catch(() => undefined));
      stdin.once('end', onClosed).once('close', onClosed);
      // Stays: what is still on its way may fail after the end.
      stdout.on('error', onClosed);
      return async () => {
        stdin.off('end', onClosed).off('close', onClosed);
        changes.unsubscribe();
        await handle.close();
      };
    },

    async connectHttp(client) {
      const connection: RequestConnection = new RequestConnection(client, () => {
        return attached(client, () => connection.facts);
      });
      return connection;
    },

    close: () => rounds.close(),
  };
}

function createServer({ identity: { name, title, version, instructions } }: BoundClient): Server {
  const info = { name, version, ...(title === undefined ? {} : { title }) };
  return new Server(info, instructions === undefined ? {} : { instructions });
}
