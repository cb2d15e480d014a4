import { Toolkit, ToolSpec } from 'toolwright';

class Queue {
  readonly items: unknown[] = [];
  add(item: number, times: number): number {
    for (let at = 0; at < times; at++) this.items.push(item);
    return this.items.length;
  }
}

describe('a bound function', () => {
  it('becomes a tool whose parameters are named in order', async () => {
    const queue = new Queue();
    const spec = ToolSpec.fromFunction(queue.add.bind(queue), {
      name: 'add',
      params: [
        { name: 'item', type: Number, description: 'What to add' },
        { name: 'times', type: Number, maximum: 3 },
      ],
    });
    expect(spec.inputSchema).toMatchObject({
      properties: { item: { type: 'number', description: 'What to add' }, times: { type: 'number', maximum: 3 } },
      required: ['item', 'times'],
    });
    expect(await spec.call({ times: 2, item: 7 })).toBe(2);
    expect(queue.items).toEqual([7, 7]);
  });

  it('accepts only names together with an inputSchema', async () => {
    const list = [3, 2, 1];
    const spec = ToolSpec.fromFunction(list.push.bind(list), {
      name: 'push',
      params: ['v'],
      inputSchema: { type: 'object', properties: { v: { type: 'integer' } }, required: ['v'] },
    });
    expect(await spec.call({ v: 9 })).toBe(4);
    expect(list).toEqual([3, 2, 1, 9]);
  });

  it('may bind a parameter, and omit one', async () => {
    const queue = new Queue();
    const spec = ToolSpec.fromFunction(queue.add.bind(queue), {
      name: 'add',
      params: [{ name: 'item', type: Number }, 'times'],
      bind: { times: { stateKey: 'times', default: 2 } },
    });
    expect(Object.keys(spec.params)).toEqual(['item']);
    expect(await spec.call({ item: 1 })).toBe(2);
  });

  it('without parameters needs no names', async () => {
    const list = [3, 2, 1];
    expect(await ToolSpec.fromFunction(list.shift.bind(list), { name: 'shift' }).call()).toBe(3);
  });

  const nameless =
    /is a bound or native function, .+ \{ params: \[\{ name: 'v', type: Number \}\] \}, or \{ params: \['v'\] \}/;
  it('is rejected without names, even with an inputSchema or by register()', () => {
    const queue = new Queue();
    const bound = queue.add.bind(queue);
    const inputSchema = { type: 'object', properties: { item: { type: 'number' } } } as const;
    expect(() => ToolSpec.fromFunction(bound, { name: 'add' })).toThrow(nameless);
    expect(() => ToolSpec.fromFunction(bound, { name: 'add', inputSchema })).toThrow(nameless);
    expect(() => ToolSpec.fromFunction(Math.max, { inputSchema })).toThrow(nameless);
    expect(() => new Toolkit().register(Math.sqrt)).toThrow(nameless);
  });

  it('is rejected with an entry without a name', () => {
    expect(() => ToolSpec.fromFunction(Math.sqrt, { params: [{ type: Number }] as never })).toThrow(
      'sqrt: params[0] must be a parameter name or options with a name, not {"type"',
    );
  });
});

describe('a function with a readable source text', () => {
  it('may have its parameters named in order too', async () => {
    const spec = ToolSpec.fromFunction((a: number, b: number) => a - b, {
      name: 'subtract',
      params: [
        { name: 'from', type: Number },
        { name: 'less', type: Number },
      ],
    });
    expect(await spec.call({ less: 1, from: 3 })).toBe(2);
  });

  it('is rejected with more names than it has parameters', () => {
    expect(() => ToolSpec.fromFunction((a: number) => a, { name: 'one', params: ['a', 'b'] })).toThrow(
      "one: 'params' names 2 parameters, but the function has 1.",
    );
  });
});
