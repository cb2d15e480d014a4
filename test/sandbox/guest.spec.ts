import { join } from 'node:path';
import ts from 'typescript';
import type { GuestHost } from '../../src/sources/sandbox/guest/guest-api.js';
import { createCalls, type GuestCalls } from '../../src/sources/sandbox/guest/guest-calls.js';
import { createConsole } from '../../src/sources/sandbox/guest/guest-console.js';
import { createOpaqueValues } from '../../src/sources/sandbox/guest/opaque.js';
import { toJson } from '../../src/sources/sandbox/guest/to-json.js';
import { createProgram, textOf } from '../support/program.js';
import { root, typescriptFiles } from '../support/repository.js';
import { importsOf } from '../support/source-code.js';

describe('the code inside the sandbox', () => {
  const files = typescriptFiles('src/sources/sandbox/guest').filter((file) => !file.endsWith('.gen.ts'));

  it('uses what the language has, and nothing of Node or the web', () => {
    const options = {
      ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'] },
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
    };
    const program = createProgram({ files: files.map((file) => join(root, file)), options });
    expect(ts.getPreEmitDiagnostics(program).map(textOf)).toEqual([]);
  });

  it('imports nothing from outside', () => {
    const imported = files.flatMap((file) => importsOf(file)).map(({ file }) => file);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((file) => file === undefined || !files.includes(file))).toEqual([]);
  });
});

describe('toJson', () => {
  it('writes JSON data', () => {
    expect(toJson({ a: [1, 'b', null, true], c: undefined })).toBe('{"a":[1,"b",null,true]}');
    expect(toJson(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"');
    expect(toJson(undefined)).toBeUndefined();
  });

  const cycle: { self?: object } = {};
  cycle.self = cycle;

  it.each([
    [new Map(), 'It is a value of the class Map, which has no JSON form.'],
    [{ a: [/x/] }, 'Its property "0" is a value of the class RegExp, which has no JSON form.'],
    [{ a: 1n }, 'Its property "a" is a bigint, which has no JSON form.'],
    [() => 1, 'It is a function, which has no JSON form.'],
    [{ a: Symbol('b') }, 'Its property "a" is a symbol, which has no JSON form.'],
    [new Float64Array(1), 'It is a value of the class Float64Array, which has no JSON form.'],
    [cycle, 'It contains itself, which has no JSON form.'],
  ])('refuses %p', (value, message) => {
    expect(() => toJson(value)).toThrow(expect.objectContaining({ name: 'JsonError', message }));
  });

  it('throws what the value throws', () => {
    const problem = new RangeError('no');
    const value = {
      toJSON() {
        throw problem;
      },
    };
    expect(() => toJson(value)).toThrow(problem);
  });
});

describe('the console of a sandbox', () => {
  const linesOf = (maxCharacters: number, write: (console: Console) => void): readonly unknown[] => {
    const lines: Parameters<GuestHost['log']>[] = [];
    write(createConsole((...line) => lines.push(line), maxCharacters) as Console);
    return lines;
  };

  it('sends each line with its level', () => {
    expect(
      linesOf(100, (console) => {
        console.debug('a', 1, true, undefined, null);
        console.error(new TypeError('no'), { a: [1] }, Symbol('s'), Object.create({ toJSON: () => undefined }));
      }),
    ).toEqual([
      [0, 'a 1 true undefined null', false],
      [4, 'TypeError: no {"a":[1]} Symbol(s) [object Object]', false],
    ]);
  });

  it('survives values that cannot be written', () => {
    const value = {
      toJSON() {
        throw new Error('no');
      },
    };
    expect(linesOf(100, (console) => console.log(value, Object.create(null)))).toEqual([[1, '[object] {}', false]]);
  });

  it('cuts the line at which there are too many characters, and sends no further one', () => {
    expect(
      linesOf(5, (console) => {
        console.log('ab');
        console.log('cdef');
        console.log('g');
      }),
    ).toEqual([
      [1, 'ab', false],
      [1, 'cd', true],
    ]);
  });
});

describe('the calls of a sandbox', () => {
  const create = (
    problem?: string,
  ): { calls: GuestCalls; add: (...args: unknown[]) => Promise<unknown>; sent: readonly unknown[][] } => {
    const sent: unknown[][] = [];
    const send: GuestHost['call'] = (...call) => {
      sent.push(call);
      return problem;
    };
    const calls = createCalls(
      send,
      20,
      createOpaqueValues(() => {}),
    );
    return { calls, add: calls.createFunction('add'), sent };
  };

  it('are sent with an ID and their arguments, or their length if they are too long', () => {
    const { add, sent } = create();
    void add(1, 'b');
    void add('x'.repeat(20), () => {});
    expect(sent).toEqual([
      [1, 'add', '[1,"b"]', 7, false],
      [2, 'add', '', 24, true],
    ]);
  });

  it('end with the values of their answers, once', async () => {
    const { calls, add } = create();
    const sums = Promise.all([add(1), add(2)]);
    calls.answer(2, 'value', '"two"', undefined);
    calls.answer(1, 'value', undefined, undefined);
    calls.answer(1, 'value', '"late"', undefined);
    calls.answer(3, 'value', '"unknown"', undefined);
    expect(await sums).toEqual([undefined, 'two']);
  });

  it('fail with the error of their answer, or with one that names the problem of the worker', async () => {
    const { calls, add } = create();
    const failing = add(1);
    calls.answer(1, 'error', '{"message":"no","code":"refused","details":{"a":1}}', undefined);
    const error = { name: 'ToolError', message: 'no', code: 'refused', details: { a: 1 } };
    await expect(failing).rejects.toMatchObject(error);
    await expect(create('The limit.').add(1)).rejects.toMatchObject({ message: 'The limit.', code: 'execution' });
    await expect(create().add(new Map())).rejects.toMatchObject({ name: 'JsonError' });
  });

  it('pass chunks to their listener, and fail if it fails', async () => {
    const { calls, add } = create();
    const chunks: unknown[] = [];
    const done = add((chunk: unknown) => chunks.push(chunk));
    calls.answer(1, 'chunk', '"a"', undefined);
    calls.answer(1, 'chunk', '"b"', undefined);
    calls.answer(1, 'value', '"end"', undefined);
    expect(await done).toBe('end');
    expect(chunks).toEqual(['a', 'b']);
    const failing = add(() => Promise.reject(new RangeError('no')));
    calls.answer(2, 'chunk', '1', undefined);
    await expect(failing).rejects.toThrow('no');
  });
});
