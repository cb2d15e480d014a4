import { AssertionError } from 'node:assert';
import { Bind, Tool, ToolRegistry, ToolSpec } from 'toolwright';
import { expectTool } from 'toolwright/testing';
import { z } from 'zod';

class Shop extends ToolRegistry {
  runs = 0;

  @Tool({ params: { query: { type: String, minLength: 2 }, limit: { type: Number, optional: true } } })
  find(query: string, limit?: number): string[] {
    this.runs++;
    return [`${query} ${limit}`];
  }

  @Tool({ params: { lines: { type: Number } } })
  async *recite(lines: number, @Bind('user.name') name: string): AsyncGenerator<unknown, void> {
    for (let line = 1; line <= lines; line++) yield line === 2 ? { line } : `${name} ${line}`;
    if (lines > 2) throw new Error('There are only 2 lines.');
  }
}
const shop = new Shop();
const find = shop.toolSpec('find');
const recite = shop.toolSpec('recite');
const state = { user: { name: 'ann' } };

async function failureOf(promise: Promise<unknown>): Promise<AssertionError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'ERR_ASSERTION', name: 'AssertionError' });
  return error as AssertionError;
}

describe('toAccept', () => {
  it('passes if the arguments are valid, after coercion, and does not run the tool', async () => {
    await expectTool(find).toAccept({ query: 'tea', limit: '5' });
    await expectTool(find).toAccept('{"query": "tea"}');
    expect(shop.runs).toBe(0);
  });

  it('fails with the issues', async () => {
    const { message } = await failureOf(expectTool(find).toAccept({ query: 't' }));
    expect(message).toBe(
      `Expected 'find' to accept {"query":"t"}. Invalid arguments for 'find': /query must have at least 2 characters, got "t"`,
    );
  });

  it('runs the rules of a Standard Schema', async () => {
    const order = ToolSpec.fromFunction(({ from, to }: { from: number; to: number }) => to - from, {
      name: 'order',
      inputSchema: z
        .object({ from: z.number(), to: z.number() })
        .refine(({ from, to }) => from < to, 'from is too late'),
    });
    await expectTool(order).toAccept({ from: 1, to: 2 });
    await expectTool(order).toRefuse({ from: 2, to: 1 }, 'from is too late');
  });
});

describe('toRefuse', () => {
  it('passes if the arguments are invalid', async () => {
    await expectTool(find).toRefuse({});
    expect(shop.runs).toBe(0);
  });

  it.each([
    ['a text in the message', "unknown argument 'qery'"],
    ['a regular expression', /did you mean 'query'/],
    ['a path', { path: '/qery' }],
    ['a rule', { path: '/qery', rule: 'unknown' }],
    ['a message', { message: /did you mean/ }],
  ])('passes if an issue has %s', async (_, issue) => {
    await expectTool(find).toRefuse({ qery: 'tea', query: 'tea' }, issue);
  });

  it('fails if the arguments are valid', async () => {
    const { message } = await failureOf(expectTool(find).toRefuse({ query: 'tea' }));
    expect(message).toBe(`Expected 'find' to refuse {"query":"tea"}. It accepts them.`);
  });

  it('fails if no issue matches, and lists those that there are', async () => {
    const { message, actual, expected } = await failureOf(
      expectTool(find).toRefuse({ query: 't' }, { path: '/limit' }),
    );
    expect(message).toContain(
      "because of { path: '/limit' }. Invalid arguments for 'find': /query must have at least 2 characters",
    );
    expect(expected).toEqual({ path: '/limit' });
    expect(actual).toEqual([expect.objectContaining({ path: '/query' })]);
  });
});

describe('toStream', () => {
  it('passes if the chunks are equal: texts, or data', async () => {
    await expectTool(recite, { state }).toStream(['ann 1', { line: 2 }], { lines: 2 });
  });

  it('passes for a tool without chunks', async () => {
    await expectTool(find).toStream([], { query: 'tea' });
  });

  it('fails with both lists', async () => {
    const { actual, expected, message } = await failureOf(
      expectTool(recite, { state }).toStream(['ann 1'], { lines: 2 }),
    );
    expect(actual).toEqual(['ann 1', { line: 2 }]);
    expect(expected).toEqual(['ann 1']);
    expect(message).toBe(`Expected 'recite' to stream ["ann 1"]. It streams ["ann 1",{"line":2}].`);
  });

  it('fails if the call fails, also after the expected chunks', async () => {
    const { message, cause } = await failureOf(
      expectTool(recite, { state }).toStream(['ann 1', { line: 2 }, 'ann 3'], { lines: 3 }),
    );
    expect(message).toBe("Expected 'recite' to succeed. It fails after 3 chunks: There are only 2 lines.");
    expect(cause).toMatchObject({ code: 'execution' });
  });

  it('fails if a bound value is missing', async () => {
    const { message } = await failureOf(expectTool(recite).toStream([], { lines: 1 }));
    expect(message).toContain("No value at state key 'user.name'");
  });
});

it('refuses anything but a tool, and unknown options', () => {
  expect(() => expectTool(shop as never)).toThrow('expectTool: expected a ToolSpec, but got');
  expect(() => expectTool(find, { stat: {} } as never)).toThrow("Did you mean 'state'?");
});
