import { homedir } from 'node:os';
import { ToolResult } from 'toolwright';
import { expectCpuMsBelow } from '../support/cpu-time.js';
import { toolOf } from './tools.js';

async function shown(message: string): Promise<string | undefined> {
  const { error } = await toolOf(() => {
    throw new Error(message);
  }).exec();
  return error?.message;
}

describe('the text of a thrown error', () => {
  it.each([
    ['cannot read /srv/app/config.json', 'cannot read [path]'],
    ["ENOENT: no such file, open '/etc/passwd'", "ENOENT: no such file, open '[path]'"],
    ['at /srv/app/main.js:5', 'at [path]'],
    ['SyntaxError in (/srv/app/main.js:5:12)', 'SyntaxError in ([path])'],
    ['/srv/app/main.ts(5,12): error TS2304', '[path]: error TS2304'],
    ['cwd=/srv/app, home=/home/ann', 'cwd=[path], home=[path]'],
    ['Cannot find module "/srv/my app/index.js"', 'Cannot find module "[path]"'],
    ['no space left in /var/log/.', 'no space left in [path].'],
    ['/srv/app/node_modules/@scope/pkg+1/x.mjs failed', '[path] failed'],
    ['/home/ann must be writable', '[path] must be writable'],
    ['unlink of /tmp/a and /tmp/b: busy', 'unlink of [path] and [path]: busy'],
    ['config:/opt/app/config.yaml is empty', 'config:[path] is empty'],
    ['cannot open ~/.ssh/id_rsa', 'cannot open [path]'],
    ['cannot open ~ann/notes.txt:3', 'cannot open [path]'],
    ['cannot load C:\\Users\\ann\\app.js:5:12 now', 'cannot load [path] now'],
    ['cannot load C:/Users/ann/app.js now', 'cannot load [path] now'],
    ['cannot load "D:\\Program Files\\app\\main.js"', 'cannot load "[path]"'],
    ['cannot reach \\\\server\\share\\file.txt today', 'cannot reach [path] today'],
    ['cannot load file:///srv/app/main.js:5:12', 'cannot load [path]'],
    ['cannot load file:///C:/Users/ann/app.js', 'cannot load [path]'],
    ['{"file":"/srv/app/a.ts","line":3}', '{"file":"[path]","line":3}'],
  ])('contains no absolute path: %s', async (message, text) => {
    expect(await shown(message)).toBe(text);
  });

  it.each([
    'GET /users/42/orders failed with 404',
    'POST "/v1/chat/completions" timed out',
    'fetch of https://example.com/a/b/c?path=/etc/hosts failed',
    'connect to http://localhost:3000/api/users refused',
    'no object at s3://bucket/folder/key',
    'postgres://db.internal:5432/app/main is down',
    '/filter/limit must be integer, got "x"',
    'Invalid arguments: /items/0/name is missing; /items/1/size must be number',
    '/a/b is unknown (did you mean "c"?)',
    'expected application/json, got text/html',
    'either and/or both',
    'src/tools/search.ts has no export',
    './src/tools/search.ts has no export',
    '../up/one/level.ts has no export',
    'the ratio is 1/2/3',
    'due on 2026/11/22',
    'use /help for a list',
    'cannot mount /data',
    '50 km/h and 3 m/s',
    'unclosed tag </p></div>',
    'the drive C: is full',
    '//cdn.example.com/a/b.js is blocked',
    '~5 items, ~ten more',
  ])('keeps what is no absolute path: %s', async (message) => {
    expect(await shown(message)).toBe(message);
  });

  it('contains no path of the working directory or the home directory', async () => {
    expect(await shown(`no ${process.cwd()}, no ${homedir()}`)).toBe('no [path], no [path]');
    expect(await shown(`no ${process.cwd()}/src/a.ts:5:12`)).toBe('no [path]');
  });

  it('keeps a URL and a route that contain the name of the home directory', async () => {
    const { HOME } = process.env;
    process.env.HOME = '/app';
    try {
      for (const text of ['https://example.com/app/users failed', 'GET /app/users failed', 'no src/app/users']) {
        expect(await shown(text)).toBe(text);
      }
      expect(await shown('no /app, no /app/users')).toBe('no [path], no [path]');
    } finally {
      process.env.HOME = HOME;
    }
  });

  it('is cut in the same way in ToolResult.fail(error)', async () => {
    const { error } = await toolOf(() => ToolResult.fail(new Error('no /srv/app/config.json'))).exec();
    expect(error?.message).toBe('no [path]');
  });

  it('is cut in linear time', async () => {
    for (const text of ['/a', '/', '~', 'a:/', '\\\\', "'/a b", 'C:\\a b', 'x://', 'GET /', 'a.', '/a:']) {
      const repeated = text.repeat(50_000);
      await expectCpuMsBelow(5_000, () => shown(repeated));
    }
  });
});
