// A round-robin proxy, which sends a request to another replica if the connection fails before its response begins.
import { createServer, request as sendRequest } from 'node:http';

/** Starts the proxy of the ports that `portsOf` returns, in turn, and counts the requests that it sent again. */
export async function startProxy(portsOf) {
  const counts = { retries: 0, broken: 0 };
  let turn = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const ports = portsOf();
    for (let attempt = 0; attempt < ports.length; attempt++) {
      if (attempt > 0) counts.retries++;
      if (await forward({ request, body, port: ports[turn++ % ports.length] }, response, counts)) return;
    }
    response.writeHead(502).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, counts, close: () => closeServer(server) };
}

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/** Sends a request to a replica. Returns false if another one may receive it, because no response began. */
function forward({ request, body, port }, response, counts) {
  return new Promise((resolve) => {
    const { method, url, headers } = request;
    const target = { host: '127.0.0.1', port, method, path: url, agent: false };
    const onwards = sendRequest({ ...target, headers: { ...headers, host: `127.0.0.1:${port}` } }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.on('error', () => {
        counts.broken++;
        response.destroy();
      });
      answer.pipe(response);
      resolve(true);
    });
    onwards.on('error', () => resolve(response.headersSent));
    onwards.end(body);
  });
}

function closeServer(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
