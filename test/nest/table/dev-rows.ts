import { deepEqual, equal, match } from 'node:assert/strict';
import { type INestApplication, type LoggerService, VersioningType } from '@nestjs/common';
import { Tool } from 'toolwright';
import type { Row } from './row.js';

class Words {
  @Tool({ description: 'Reverse a text.' })
  reverse(text: string): string {
    return [...text].reverse().join('');
  }
}

/** Lets an application log into a list. */
function logInto(lines: string[], app: INestApplication): void {
  const log = (message: unknown): void => void lines.push(String(message));
  const logger: LoggerService = { log, warn: log, error: log };
  app.useLogger(logger);
}

/** The developer page. The stream of its events is open when the application of a row closes. */
export const devRows: readonly Row[] = [
  {
    name: 'developer page below a global prefix, without a version',
    run: async ({ start }) => {
      const lines: string[] = [];
      const { app, url } = await start({
        toolkit: { dev: true },
        providers: [Words],
        configure: (one) => {
          logInto(lines, one);
          one.setGlobalPrefix('api');
          one.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
        },
      });
      app.useLogger(false);
      const pages = lines.filter((line) => line.startsWith('Developer page: '));
      const [page, token] = pages[0]?.replace('Developer page: ', '').split('#token=') ?? [];
      deepEqual([pages.length, page], [1, `${url}/api/dev/`]);
      match(await (await fetch(`${url}/api/dev/`)).text(), /^<!doctype html>/i);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const events = await fetch(`${url}/api/dev/events`, { headers });
      equal(events.status, 200);
      const params = { scope: 'toolkit', name: 'reverse', input: { text: 'tea' }, callId: 'one' };
      const body = JSON.stringify({ method: 'call', params });
      const called = await fetch(`${url}/api/dev/rpc`, { method: 'POST', headers, body });
      equal(called.status, 200);
      const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('"completed"')) text += (await reader?.read())?.value ?? '';
      match(text, /"aet"/);
      equal((await fetch(`${url}/api/v1/dev/`)).status, 404);
    },
  },
];
