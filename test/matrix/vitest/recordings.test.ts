import { existsSync } from 'node:fs';
import { Toolkit, ToolSpec } from 'toolwright';
import { expectTool, replay } from 'toolwright/testing';
import { expect, it } from 'vitest';

const file = 'count.calls.json';
const isRecorded = existsSync(file);
const recorded = replay(file);
let runs = 0;
const count = ToolSpec.fromFunction(() => ++runs, { name: 'count' });

it('records a call with --update, and replays it without', async () => {
  const toolkit = new Toolkit().use(recorded);
  toolkit.register(count);
  expect((await toolkit.execute('count', {})).data).toBe(1);
  expect(runs).toBe(isRecorded ? 0 : 1);
});

it('expects what a tool refuses', async () => {
  await expectTool(count).toRefuse({ to: 5 }, { path: '/to', rule: 'unknown' });
});
