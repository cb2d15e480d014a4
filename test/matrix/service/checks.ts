import { Toolkit } from 'toolwright';
import { Orders } from './orders.js';

/** Calls the tools of the service, and returns `9 of 9`, or what is wrong. */
export async function checkService(): Promise<string> {
  const toolkit = new Toolkit({ state: { user: { id: 'u1' } } });
  toolkit.register(new Orders());
  const text = async (name: string, args: object): Promise<string> => (await toolkit.execute(name, args)).toText();
  const names = (tool: string): string => Object.keys(toolkit.get(tool)?.params ?? {}).join();
  const chunks: string[] = [];
  for await (const response of toolkit.iterate({ name: 'watch', input: { times: 2 } })) chunks.push(response.toText());
  const due = '2026-05-01T00:00:00Z';
  const checks: readonly (readonly [string, string, string])[] = [
    [
      'the names of the tools',
      toolkit
        .list()
        .map((spec) => spec.name)
        .join(),
      'create,find,count,note,watch',
    ],
    ['a nested DTO', await text('create', { customer: 'c', due, lines: [{ article: 'a' }] }), 'true c 2026 1'],
    [
      'invalid DTOs',
      String((await text('create', { customer: 'c', due, lines: [{ article: 1 }] })).includes('article')),
      'true',
    ],
    ['the names of parameters', names('find'), 'query,since,limit'],
    ['plain parameters, a date and a default', await text('find', { query: 'q', since: due }), 'q 2026 3'],
    ['an interface and a union', await text('count', { filter: { state: 'open' }, way: 'newest' }), 'open newest'],
    [
      'invalid unions',
      String((await text('count', { filter: { state: 'x' }, way: 'newest' })).includes('state')),
      'true',
    ],
    ['a binding and the context', `${names('note')} ${await text('note', { text: 't' })}`, 'text u1 t note'],
    ['a generator', chunks.join('|'), '1 |2 |1 2 '],
  ];
  const wrong = checks.filter(([, actual, expected]) => actual !== expected);
  if (wrong.length === 0) return `${checks.length} of ${checks.length}`;
  return wrong.map(([what, actual, expected]) => `${what}: ${actual} instead of ${expected}`).join('; ');
}
