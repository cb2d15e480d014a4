import { search } from '@jmespath-community/jmespath';
import { RE2JS } from 're2js';
import { runQueryJob } from '../../src/tools/query/query-jobs.js';
import type { QueryJob } from '../../src/tools/query/query-messages.js';

const run = (job: QueryJob): unknown => runQueryJob({ search, RE2JS }, job);
const query = (expression: string, json: string, maxCharacters = 1_000): unknown =>
  run({ kind: 'query', expression, json, maxCharacters });
const match = (source: string, text: string, maxMatches = 10): unknown =>
  run({ kind: 'match', source, flags: 0, text, maxMatches, maxCharacters: 1_000 });

describe('a query job', () => {
  it('answers with the JSON text of its value', () => {
    expect(query('b[?a > `1`].a', '{"b":[{"a":1},{"a":2}]}')).toEqual({ json: '[2]' });
    expect(query('missing', '{}')).toEqual({ json: 'null' });
  });

  it.each(['__proto__', 'constructor', 'a.toString', 'a.__proto__.constructor'])(
    'reaches no object of the runtime by %s',
    (expression) => {
      expect(query(expression, '{"a":{}}')).toEqual({ json: 'null' });
    },
  );

  it('answers with the mistake of an expression, cut to 300 characters', () => {
    expect(query('a[', '{}')).toEqual({ problem: expect.stringMatching(/./) });
    expect(query(`no_such_${'x'.repeat(400)}(@)`, '{}')).toEqual({ problem: expect.stringMatching(/^.{300}$/) });
  });

  it('answers with no more characters than it may', () => {
    expect(query('@', '"123456"', 8)).toEqual({ json: '"123456"' });
    expect(query('@', '"1234567"', 8)).toEqual({ problem: 'the result has more than 8 characters' });
  });
});

describe('a pattern job', () => {
  it('answers with the matches and their groups', () => {
    expect(match('(\\d)(x)?', 'a1b2x')).toEqual({
      json: JSON.stringify([
        { index: 1, text: '1', groups: ['1', null] },
        { index: 3, text: '2x', groups: ['2', 'x'] },
      ]),
    });
  });

  it('finds no more matches than it may', () => {
    expect(match('a', 'aaa', 2)).toEqual({ json: expect.stringContaining('"index":1') });
    expect(match('a', 'aaa', 2)).toEqual({ json: expect.not.stringContaining('"index":2') });
  });

  it('answers with the mistake of a pattern', () => {
    expect(match('(', 'a')).toEqual({ problem: expect.stringContaining('(') });
  });
});
