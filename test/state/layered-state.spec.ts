import { type StateChange, secret, ToolState } from 'toolwright';
import { LayeredState } from '../../src/call/state/layered-state.js';

describe('LayeredState', () => {
  function layers() {
    const call = new ToolState({ user: { id: 'call' }, nothing: null, none: undefined });
    const toolkit = new ToolState({
      user: { id: 'toolkit', role: 'admin' },
      nothing: 1,
      none: 1,
      token: secret('s3cret'),
    });
    const spec = new ToolState({ limit: 5, user: 'spec' });
    return { call, toolkit, spec, state: LayeredState.of(call, [toolkit, spec]) };
  }

  it('is the state itself if only one exists', () => {
    const { call } = layers();
    expect(LayeredState.of(call, [])).toBe(call);
  });

  it('returns the value of the nearest layer', () => {
    const { state } = layers();
    expect([state.get('user.id'), state.get('limit'), state.get('token')]).toEqual(['call', 5, 's3cret']);
    expect([state.has('limit'), state.has('absent')]).toEqual([true, false]);
  });

  it('counts null and undefined as values', () => {
    const { state } = layers();
    expect([state.get('nothing'), state.get('none'), state.has('none')]).toEqual([null, undefined, true]);
  });

  it('looks up the entire path in each layer, and never merges', () => {
    const { state } = layers();
    expect(state.get('user.role')).toBe('admin');
    expect(state.get('user')).toEqual({ id: 'call' });
  });

  it('writes to the nearest layer, and emits its changes', () => {
    const { state, call, toolkit } = layers();
    const changes: StateChange[] = [];
    state.changes$.subscribe((change) => changes.push(change));
    state.set('user.role', 'guest');
    toolkit.set('other', 1);
    expect([call.get('user'), toolkit.get('user.role')]).toEqual([{ id: 'call', role: 'guest' }, 'admin']);
    expect(state.delete('user.role')).toBe(true);
    expect(state.delete('limit')).toBe(false);
    expect(state.get('user.role')).toBe('admin');
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['set user.role', 'delete user.role']);
  });

  it('serialises each top-level key as it is read', () => {
    expect(layers().state.toJSON()).toEqual({ user: { id: 'call' }, nothing: null, token: '[redacted]', limit: 5 });
  });

  it('forks every layer', () => {
    const { state, call, spec } = layers();
    const fork = state.fork();
    fork.set('user.id', 'fork');
    spec.set('limit', 6);
    expect([call.get('user.id'), fork.get('user.id'), fork.get('limit')]).toEqual(['call', 'fork', 5]);
  });

  it('is recognised as a state', () => {
    expect(ToolState.is(layers().state)).toBe(true);
  });
});
