import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Toolkit } from 'toolwright';
import { type DevHandler, type DevHandlerOptions, devHandler } from 'toolwright/dev';

describe('a connection to the developer page', () => {
  let server: Server;
  let handler: DevHandler;

  /** Starts a server whose connections come from an address, and returns the status of the page. */
  async function statusFrom(address: string, options?: DevHandlerOptions): Promise<number> {
    handler = devHandler(new Toolkit(), options);
    server = createServer((request, response) => void handler.node(request, response));
    server.on('connection', (socket: Socket) => Object.defineProperty(socket, 'remoteAddress', { value: address }));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/dev/`)).status;
  }

  afterEach(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
    'is accepted from this machine: %s',
    async (address) => {
      expect(await statusFrom(address)).toBe(200);
    },
  );

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '::11', '1270.0.0.1'])(
    'is refused from another machine: %s',
    async (address) => {
      expect(await statusFrom(address)).toBe(403);
    },
  );

  it('is accepted from another machine if hosts are named', async () => {
    expect(await statusFrom('192.0.2.1', { allowedHosts: ['127.0.0.1'] })).toBe(200);
  });
});
