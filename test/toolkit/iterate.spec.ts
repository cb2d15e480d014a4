import { setTimeout as pause } from 'node:timers/promises';
import { concatMap, from, mergeMap, of } from 'rxjs';
import { Tool, Toolkit, ToolNotFoundError, ToolRegistry, type ToolResponse } from 'toolwright';

class Rows extends ToolRegistry {
  produced = 0;
  closed = 0;

  @Tool()
  *rows(count: number) {
    try {
      for (let row = 1; row <= count; row++) {
        this.produced = row;
        yield `row ${row} `;
      }
    } finally {
      this.closed++;
    }
  }
}

function createRows(): { readonly rows: Rows; readonly toolkit: Toolkit } {
  const rows = new Rows();
  const toolkit = new Toolkit();
  toolkit.register(rows);
  return { rows, toolkit };
}

const call = (count: number) => ({ id: 'call-1', name: 'rows', input: { count } });

async function textsOf(responses: AsyncIterable<ToolResponse>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { isLast, content } of responses) {
    const [block] = content;
    if (block?.type === 'text') texts.push(isLast ? `last: ${block.text}` : block.text);
  }
  return texts;
}

describe('toolkit.iterate', () => {
  it('returns the chunks and the final response of a call', async () => {
    const { toolkit } = createRows();
    expect(await textsOf(toolkit.iterate(call(2)))).toEqual(['row 1 ', 'row 2 ', 'last: row 1 row 2 ']);
  });

  it('runs the tool only as far as responses are pulled', async () => {
    const { rows, toolkit } = createRows();
    const responses = toolkit.iterate(call(1_000))[Symbol.asyncIterator]();
    expect(rows.produced).toBe(0);
    for (let pulled = 1; pulled <= 3; pulled++) {
      await responses.next();
      await pause(5);
      expect(rows.produced).toBe(pulled);
    }
    await responses.return?.();
    expect(rows.closed).toBe(1);
  });

  it('cancels the call on break, and cleans up its generator', async () => {
    const { rows, toolkit } = createRows();
    for await (const response of toolkit.iterate(call(1_000))) if (response.id === 'call-1:1') break;
    await pause(5);
    expect(rows).toMatchObject({ produced: 2, closed: 1 });
  });

  it('runs the entire pipeline: groups, state, approval, middleware and events', async () => {
    const { toolkit } = createRows();
    toolkit.createGroup('extra');
    toolkit.register(new Rows(), { group: 'extra', prefix: 'extra' });
    const states = async (name: string): Promise<readonly string[]> => {
      const seen: string[] = [];
      for await (const { state } of toolkit.iterate({ name, input: { count: 1 } })) seen.push(state);
      return seen;
    };
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    expect(await states('extra__rows')).toEqual(['error']);
    toolkit.updateGroups(['extra'], true);
    toolkit.use((call, next) => next({ ...call, input: { count: 2 } }));
    expect(await states('extra__rows')).toEqual(['running', 'running', 'success']);
    expect(events.filter((type) => type === 'started')).toHaveLength(2);
  });

  it('can be called on a session', async () => {
    const { toolkit } = createRows();
    expect(await textsOf(toolkit.session().iterate(call(1)))).toEqual(['row 1 ', 'last: row 1 ']);
  });

  it('rejects with the error of a failed call only with throwOnError', async () => {
    const { toolkit } = createRows();
    expect(await textsOf(toolkit.iterate({ name: 'none', input: {} }))).toHaveLength(1);
    await expect(textsOf(toolkit.iterate({ name: 'none', input: {} }, { throwOnError: true }))).rejects.toThrow(
      ToolNotFoundError,
    );
  });

  it('loses no chunk of a middleware that emits several for one', async () => {
    const { toolkit } = createRows();
    toolkit.use((call, next) => next(call).pipe(mergeMap((one) => (one.isLast ? of(one) : from([one, one, one])))));
    const texts = await textsOf(toolkit.iterate(call(3)));
    expect(texts.slice(0, -1).map((text) => text.trim())).toEqual(
      [1, 1, 1, 2, 2, 2, 3, 3, 3].map((row) => `row ${row}`),
    );
  });

  it('pauses the tool behind a middleware that forwards chunks later', async () => {
    const { rows, toolkit } = createRows();
    toolkit.use((call, next) =>
      next(call).pipe(
        concatMap(async (response) => {
          await pause(1);
          return response;
        }),
      ),
    );
    const responses = toolkit.iterate(call(100_000))[Symbol.asyncIterator]();
    const first = await responses.next();
    await pause(30);
    const produced = rows.produced;
    await pause(30);
    expect(first.value?.id).toBe('call-1:0');
    expect(rows.produced).toBe(produced);
    await responses.return?.();
  });

  it('emits the chunks of a call that becomes a task until then', async () => {
    const { toolkit } = createRows();
    const texts = await textsOf(toolkit.iterate(call(2), { backgroundAfterMs: 60_000 }));
    expect(texts).toEqual(['row 1 ', 'row 2 ', 'last: row 1 row 2 ']);
  });
});
