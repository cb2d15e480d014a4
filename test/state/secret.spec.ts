import { inspect } from 'node:util';
import { lastValueFrom, toArray } from 'rxjs';
import { Secret, type StateChange, secret, ToolSpec, ToolState } from 'toolwright';

const token = 'tok-4711-geheim';

describe('secret', () => {
  it('returns its value from reveal()', () => {
    expect(secret(token).reveal()).toBe(token);
    const state = new ToolState({ token: secret(token), github: { keys: [secret({ id: 'k', key: token })] } });
    expect(state.get('token')).toBe(token);
    expect(state.get('github.keys[0].key')).toBe(token);
    expect(state.has('github.keys[-1].key')).toBe(true);
    expect(state.get('github')).toEqual({ keys: [expect.any(Secret)] });
  });

  it('is not wrapped twice', () => {
    const once = secret(token);
    expect(secret(once)).toBe(once);
    expect(new ToolState({ token: secret(secret(token)) }).get('token')).toBe(token);
  });

  it.each<[string, (value: unknown) => unknown]>([
    ['String', String],
    ['a template', (value) => `${value as string}`],
    ['JSON', (value) => JSON.stringify({ value })],
    ['inspect', (value) => inspect({ value }, { depth: 9, showHidden: true, getters: true })],
    ['an error message', (value) => new Error(`failed with ${value as string}`).message],
    ['its keys', (value) => JSON.stringify(Object.entries(value as object))],
  ])('is hidden from %s', (_, show) => {
    const shown = String(show(secret(token)));
    expect(shown).not.toContain(token);
  });

  it('shows a value that is not secret', () => {
    expect(`${String(secret(token))}`).toBe('[redacted]');
    expect(JSON.stringify([secret(token)])).toBe('["[redacted]"]');
    expect(inspect(secret(token))).toBe('[redacted]');
  });

  it('is hidden in the JSON of a state at any depth', () => {
    const state = new ToolState({
      a: secret(token),
      b: [{ c: secret({ token }) }],
      d: new Map([['e', secret(token)]]),
    });
    expect(state.toJSON()).toEqual({ a: '[redacted]', b: [{ c: '[redacted]' }], d: { e: '[redacted]' } });
    expect(state.fork().toJSON()).toEqual(state.toJSON());
  });

  it('stays wrapped in the events of changes$', () => {
    const state = new ToolState();
    const changes: StateChange[] = [];
    state.changes$.subscribe((change) => changes.push(change));
    state.set('token', secret(token));
    state.delete('token');
    expect(JSON.stringify(changes)).toBe(
      '[{"path":"token","kind":"set","value":"[redacted]"},{"path":"token","kind":"delete"}]',
    );
    expect(inspect(changes)).not.toContain(token);
  });

  describe('behind a binding', () => {
    const connect = ToolSpec.fromFunction((key: string, mode: string) => `${key.length} ${mode}`, {
      name: 'connect',
      params: { mode: { type: String, enum: ['ok', 'throw'] } },
      bind: { key: 'github.token' },
    });
    const options = { state: { github: { token: secret(token) } } };

    it('is the value itself', async () => {
      expect(await connect.call({ mode: 'ok' }, options)).toBe('15 ok');
    });

    it('is hidden in the errors of a call', async () => {
      const failing = ToolSpec.fromFunction(
        (key: string): never => {
          throw new TypeError(`cannot use ${key}`, { cause: new Error(key) });
        },
        { name: 'connect', bind: { key: 'github.token' } },
      );
      const result = await failing.exec({}, options);
      expect(result.error?.message).toBe('cannot use [redacted]');
      const responses = await lastValueFrom(failing.stream({}, options).pipe(toArray()));
      expect(inspect([result, responses], { depth: 9 })).not.toContain(token);
      expect(JSON.stringify([result, responses])).not.toContain(token);
    });

    it('is hidden from the model, the exports and validation errors', async () => {
      const refused = await connect.exec({ mode: token, key: 'mine' }, options);
      expect(JSON.stringify([refused, connect.toMcp(), connect.toOpenAI(), connect.bindings])).not.toContain(token);
    });
  });
});
