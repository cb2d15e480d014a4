import { type StateChange, secret, ToolState } from 'toolwright';
import { OverlaidState } from '../../src/call/state/overlaid-state.js';

function overlaid(values: Record<string, unknown>, base: ToolState): OverlaidState {
  return new OverlaidState(new ToolState(values), base, new Set(Object.keys(values)));
}

describe('OverlaidState', () => {
  it('hides the entire top-level keys of the base that the overlay has', () => {
    const state = overlaid({ tenant: { id: 'a' } }, new ToolState({ tenant: { id: 'b', key: 'k' }, user: 'ann' }));
    expect([state.get('tenant.id'), state.has('tenant.key'), state.get('user')]).toEqual(['a', false, 'ann']);
    expect(state.toJSON()).toEqual({ tenant: { id: 'a' }, user: 'ann' });
  });

  it('writes below its keys to the overlay, and all other keys to the base', () => {
    const base = new ToolState({ tenant: { id: 'b' } });
    const state = overlaid({ tenant: { id: 'a' } }, base);
    const changes: StateChange[] = [];
    const subscription = state.changes$.subscribe((change) => changes.push(change));
    state.set('tenant.name', 'A');
    state.set('count', 1);
    state.delete('tenant.id');
    base.set('tenant.id', 'c');
    subscription.unsubscribe();
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'set tenant.name',
      'set count',
      'delete tenant.id',
    ]);
    expect(base.toJSON()).toEqual({ tenant: { id: 'c' }, count: 1 });
    expect(state.toJSON()).toEqual({ tenant: { name: 'A' }, count: 1 });
  });

  it('hides a key of the base also after it was deleted from the overlay', () => {
    const state = overlaid({ tenant: 'a' }, new ToolState({ tenant: 'b' }));
    state.delete('tenant');
    expect([state.has('tenant'), state.toJSON()]).toEqual([false, {}]);
  });

  it('is saved without the overlay', () => {
    expect(overlaid({ tenant: 'a' }, new ToolState({ user: 'ann' })).toPlain()).toEqual({ user: 'ann' });
  });

  it('has the secrets of both states', () => {
    const state = overlaid({ tenant: { key: secret('one') } }, new ToolState({ user: { key: secret('two') } }));
    expect(state.roots()).toHaveLength(2);
    expect(JSON.stringify(state)).toBe('{"user":{"key":"[redacted]"},"tenant":{"key":"[redacted]"}}');
  });

  it('is forked with both states', () => {
    const base = new ToolState({ count: 1 });
    const fork = overlaid({ tenant: { id: 'a' } }, base).fork();
    fork.set('count', 2);
    fork.set('tenant.id', 'x');
    expect([base.get('count'), fork.toJSON()]).toEqual([1, { tenant: { id: 'x' }, count: 2 }]);
  });
});
