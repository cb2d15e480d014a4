import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyOf, type RecordedAnswer, readRecording, writeRecording } from '../../../src/build/checks/eval/recording.js';

describe('recorded answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  const path = join(folder, 'answers.json');

  afterAll(() => rmSync(folder, { recursive: true }));

  const answer = (name: string, args: object = {}): RecordedAnswer => {
    const request = keyOf({ tools: [], messages: [{ role: 'user', content: name }] });
    return { case: name, request, calls: [{ name: 'search', arguments: { ...args } }] };
  };

  it('are read as they were written', () => {
    const answers = [answer('a', { query: 'tea' }), answer('b')];
    writeRecording(path, answers);
    expect(readRecording(path)).toEqual(answers);
  });

  it('have the same text in any order of cases and arguments', () => {
    writeRecording(path, [answer('b', { x: 1, y: { z: 2, a: 3 } }), answer('a')]);
    const text = readFileSync(path, 'utf8');
    writeRecording(path, [answer('a'), answer('b', { y: { a: 3, z: 2 }, x: 1 })]);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(text).toMatch(/^\{\n {2}"version": 1,\n {2}"answers": \[\n {4}\{\n {6}"case": "a",\n[\s\S]*\}\n$/);
  });

  it('have one answer to a request', () => {
    writeRecording(path, [{ ...answer('a'), case: 'c' }, answer('a', { query: 'tea' })]);
    expect(readRecording(path)).toEqual([{ ...answer('a'), case: 'c' }]);
  });

  it('leave no other file, also if they cannot be written', () => {
    const target = join(folder, 'taken');
    mkdirSync(join(target, 'sub'), { recursive: true });
    expect(() => writeRecording(target, [answer('a')])).toThrow(`'${target}' cannot be written: `);
    writeRecording(join(folder, 'new/answers.json'), [answer('a')]);
    expect(readdirSync(folder).sort()).toEqual(['answers.json', 'new', 'taken']);
    expect(readdirSync(join(folder, 'new'))).toEqual(['answers.json']);
  });

  it('belong to the request: another text, description or schema has another key', () => {
    const tool = { name: 'search', description: 'Finds', parameters: { type: 'object' as const } };
    const messages = [{ role: 'user', content: 'Find tea' }];
    const key = keyOf({ tools: [tool], messages });
    expect(keyOf({ messages, tools: [{ ...tool }] })).toBe(key);
    expect(keyOf({ messages, tools: [{ ...tool, description: undefined }] })).toBe(
      keyOf({ messages, tools: [{ name: 'search', parameters: tool.parameters }] }),
    );
    const others = [
      { tools: [{ ...tool, description: 'Lists' }], messages },
      { tools: [{ ...tool, parameters: { type: 'object' as const, required: ['query'] } }], messages },
      { tools: [tool, { ...tool, name: 'list' }], messages },
      { tools: [tool], messages: [{ role: 'system', content: 'Find tea' }] },
    ];
    expect(new Set([key, ...others.map(keyOf)]).size).toBe(5);
  });

  const [one] = [answer('a')];
  const merged = '{\n<<<<<<< ours\n"version": 1\n=======\n"version": 1\n>>>>>>> theirs\n}';
  it.each([
    [merged, 'has conflicts of a merge'],
    ['{', 'is not valid JSON'],
    ['[]', 'is no file with recorded answers'],
    [JSON.stringify({ answers: [] }), 'is no file with recorded answers'],
    [JSON.stringify({ version: 2, answers: [] }), 'was written by a newer version of toolwright'],
    [JSON.stringify({ version: 1, answers: [one, {}] }), 'has an answer 2 that is not valid'],
    [JSON.stringify({ version: 1, answers: [{ ...one, calls: [{}] }] }), 'has an answer 1 that is not valid'],
    [JSON.stringify({ version: 1, answers: [one, one] }), "has two answers to the request of 'a'"],
  ])('are refused: %j', (text, problem) => {
    writeFileSync(path, text);
    expect(() => readRecording(path)).toThrow(`'${path}' ${problem}. Record the answers again with --record.`);
  });
});
