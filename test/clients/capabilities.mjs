import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** The protocol versions in which each client is run. */
export const revisions = ['2025-11-25', '2026-07-28'];

const fuels = 'tank://fuels/{fuel}';

/** How long a client may take to show one capability. */
const timeoutMs = 20_000;

/**
 * What is shown with the tools of server.mjs and offers.mjs. A check gets the connection of a driver, the received notifications, and a
 * key of this client. `revisions` are those in which the server has the capability, by default both.
 */
export const capabilities = [
  { key: 'list', title: 'list tools', check: async ({ client }) => assert((await client.list()).includes('add')) },
  {
    key: 'call',
    title: 'call a tool',
    check: async ({ client }) => assert.match((await client.call('add', { a: 2, b: 3 })).text, /5/),
  },
  {
    key: 'structured',
    title: 'structured content',
    check: async ({ client }) => assert.deepEqual((await client.call('add', { a: 2, b: 3 })).data, { sum: 5 }),
  },
  {
    key: 'error',
    title: 'failure as a result',
    check: async ({ client }) => {
      const { isError, text } = await client.call('fail', {});
      assert(isError);
      assert.match(text, /The tank is empty/);
    },
  },
  {
    key: 'progress',
    title: 'progress',
    check: async ({ client, received }) => {
      await client.call('count', {}, { onProgress: (value) => received.progress.push(value) });
      await until(() => received.progress.includes(3));
    },
  },
  {
    key: 'logs',
    title: 'log messages',
    check: async ({ client, received }) => {
      await client.call('speak', {});
      await until(() => received.logs.some((text) => text.includes('The tank is full')));
    },
  },
  { key: 'cancel', title: 'cancel a call', check: cancelCall },
  {
    key: 'ask',
    title: 'elicitation',
    check: async ({ client }) => assert.match((await client.call('greet', {})).text, /Hello, Ann!/),
  },
  {
    key: 'changes',
    title: 'changes of the list',
    check: async ({ client, received }) => {
      const { text } = await client.call('grow', {});
      await until(() => received.changes > 0);
      const name = /added_\d+/.exec(text)?.[0];
      await until(async () => (await client.list()).includes(name));
    },
  },
  {
    key: 'resources',
    title: 'large result as a resource',
    check: async ({ client }) => {
      const { link } = await client.call('report', {});
      assert.match(await client.read(link), /line 500\b/);
    },
  },
  {
    key: 'offered',
    title: 'list and read resources',
    check: async ({ client }) => {
      assert((await client.listResources()).includes('tank://manual'));
      assert.equal(await client.read('tank://manual'), 'Open the lid.');
    },
  },
  {
    key: 'templates',
    title: 'resource templates',
    check: async ({ client }) => {
      assert((await client.listTemplates()).includes(fuels));
      assert.equal(await client.read('tank://fuels/petrol'), 'About petrol');
    },
  },
  {
    key: 'completion',
    title: 'completion',
    check: async ({ client }) => {
      const argument = { name: 'fuel', value: 'pe' };
      assert.deepEqual(await client.complete({ ref: { type: 'ref/resource', uri: fuels }, argument }), ['petrol']);
    },
  },
  { key: 'updates', title: 'changes of a resource', check: followResource },
  {
    key: 'prompts',
    title: 'prompts',
    check: async ({ client }) => {
      assert((await client.listPrompts()).includes('order'));
      assert.equal(await client.getPrompt('order', { fuel: 'petrol' }), 'Order petrol.');
    },
  },
  {
    key: 'skills',
    title: 'skills',
    check: async ({ client }) => {
      assert.match(await client.readSkill('refuelling', 'SKILL.md'), /look at the gauge/);
      assert.equal(await client.readSkill('refuelling', 'references/limits.md'), 'At most 50 litres.');
    },
  },
  {
    key: 'views',
    title: 'views of tools',
    check: async ({ client }) => {
      assert.match(await client.readView('gauge'), /<title>The gauge<\/title>/);
      assert.equal(typeof (await client.call('gauge', {})).data.level, 'number');
    },
  },
  {
    key: 'task',
    title: 'task: create and poll',
    revisions: ['2026-07-28'],
    check: async ({ client }) => {
      const { statuses, text } = await client.runTask('compute', {});
      assert(statuses.includes('working'));
      assert.match(text, /computed/);
    },
  },
  {
    key: 'taskInput',
    title: 'task: answer a question',
    revisions: ['2026-07-28'],
    check: async ({ client }) => {
      const { statuses, text } = await client.runTask('greet_later', {});
      assert(statuses.length > 0);
      assert.match(text, /Hello, Ann!/);
    },
  },
  {
    key: 'taskCancel',
    title: 'task: cancel',
    revisions: ['2026-07-28'],
    check: async ({ client, key }) => {
      assert.equal(await client.cancelTask('wait_later', { key: `task of ${key}` }), 'cancelled');
      await untilState(client, `task of ${key}`, 'aborted');
    },
  },
  {
    key: 'auth',
    title: 'token in a header',
    check: async ({ client, key }) => assert.match((await client.call('who_am_i', {})).text, new RegExp(key)),
  },
  {
    key: 'stdio',
    title: 'over stdio',
    check: async ({ connectStdio }) => {
      const client = await connectStdio();
      try {
        assert((await client.list()).includes('add'));
        assert.match((await client.call('add', { a: 2, b: 3 })).text, /5/);
      } finally {
        await client.close();
      }
    },
  },
];

async function cancelCall({ client, key }) {
  const abort = new AbortController();
  // It rejects when it is cancelled, or returns a failure.
  const call = client.call('wait', { key }, { signal: abort.signal }).then(
    () => undefined,
    () => undefined,
  );
  await untilState(client, key, 'running');
  abort.abort();
  await call;
  await untilState(client, key, 'aborted');
}

async function followResource({ client, received }) {
  const uri = 'tank://level';
  await client.subscribe(uri);
  const { text } = await client.call('fill', {});
  await until(() => received.updates.includes(uri));
  assert.equal(`level ${await client.read(uri)}`, text);
}

function untilState(client, key, state) {
  return until(async () => (await client.call('state_of', { key })).text.includes(state));
}

async function until(isSo) {
  const giveUpAt = Date.now() + timeoutMs / 2;
  while (!(await isSo())) {
    assert(Date.now() < giveUpAt, 'what was expected did not arrive');
    await delay(50);
  }
}

/** Returns 'yes', or what went wrong. */
export async function tryCapability({ check }, context) {
  const abort = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`${timeoutMs / 1000} s have passed`);
  });
  try {
    await Promise.race([check(context), timeout]);
    return 'yes';
  } catch (error) {
    return `fails: ${String(error?.message ?? error)
      .split('\n')[0]
      .replace(/\.$/, '')}`;
  } finally {
    abort.abort();
    timeout.catch(() => undefined);
  }
}
