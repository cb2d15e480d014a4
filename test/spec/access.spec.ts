import { PermissionError, type ToolOptions, ToolSpec } from 'toolwright';

const executor = { kind: 'echo', execute: () => 'ran' };

function toolFor(canAccess: ToolOptions['canAccess']): ToolSpec {
  return ToolSpec.create({ name: 'read', executor, canAccess });
}

describe('the access to a tool', () => {
  it('is granted without a predicate', () => {
    expect(toolFor(undefined).canAccess('ann')).toBe(true);
  });

  it('is decided by its predicate, from the caller and the tool', () => {
    const seen: unknown[] = [];
    const spec = toolFor((auth, tool) => {
      seen.push(auth, tool.name);
      return auth === 'ann';
    });
    expect(spec.canAccess('ann')).toBe(true);
    expect(spec.canAccess('bob')).toBe(false);
    expect(seen).toEqual(['ann', 'read', 'bob', 'read']);
  });

  it('is converted to a boolean', () => {
    const grants = (answer: unknown): boolean => toolFor(() => answer as boolean).canAccess(undefined);
    expect([grants('yes'), grants(1), grants(undefined), grants(''), grants(null)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is denied if the predicate throws, with the tool and the cause', () => {
    const cause = new RangeError('no directory');
    const spec = toolFor(() => {
      throw cause;
    });
    const refusal = expect(() => spec.canAccess('ann'));
    refusal.toThrow(new PermissionError("canAccess for 'read' failed.", { toolName: 'read', cause }));
  });

  it.each([Promise.resolve(true), Promise.reject(new Error('late'))])(
    'is refused where the predicate promises',
    (promise) => {
      const spec = toolFor(() => promise as unknown as boolean);
      expect(() => spec.canAccess('ann')).toThrow("canAccess for 'read' must return a boolean, not a promise.");
    },
  );
});
