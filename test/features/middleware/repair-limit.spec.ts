import { DefinitionError, Tool, Toolkit, ToolRegistry, ValidationError } from 'toolwright';
import { repairLimit } from 'toolwright/middleware';

class Sums extends ToolRegistry {
  @Tool()
  add(a: number, b: number): number {
    return a + b;
  }

  @Tool()
  twice(a: number): number {
    return 2 * a;
  }
}

function limitedKit(max: number): Toolkit {
  const toolkit = new Toolkit().use(repairLimit({ max }));
  toolkit.register(new Sums());
  return toolkit;
}

describe('repairLimit', () => {
  it('says how many attempts are left, and then to stop', async () => {
    const toolkit = limitedKit(3);
    const texts = [];
    for (let at = 0; at < 4; at++) {
      const { error } = await toolkit.execute('add', { a: 1, b: 'two' });
      const { left } = (error as ValidationError).details as { left: number };
      texts.push([error?.message.split('\n').at(-1), left]);
    }
    const stop = "0 attempts are left: do not call 'add' again. Continue without it, or say which value is missing.";
    expect(texts).toEqual([
      ['2 more attempts are left.', 2],
      ['1 more attempt is left.', 1],
      [stop, 0],
      [stop, 0],
    ]);
  });

  it('retains the issues of the refused arguments', async () => {
    const { error } = await limitedKit(1).execute('add', { a: 1, b: 'two' });
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues).toMatchObject([{ path: '/b' }]);
    expect(error?.message).toMatch(/^Invalid arguments for 'add'/);
    expect(error?.details).toMatchObject({ issues: [{ path: '/b' }] });
  });

  it('runs a call with valid arguments, and begins the count again', async () => {
    const toolkit = limitedKit(1);
    await toolkit.execute('add', {});
    expect((await toolkit.execute('add', { a: 1, b: 2 })).data).toBe(3);
    const { error } = await limitedKit(2).execute('add', {});
    expect(error?.details).toMatchObject({ left: 1 });
  });

  it('counts each tool and each session separately', async () => {
    const toolkit = limitedKit(2);
    const session = toolkit.session();
    await session.execute('add', {});
    expect((await session.execute('twice', {})).error?.details).toMatchObject({ left: 1 });
    expect((await toolkit.session().execute('add', {})).error?.details).toMatchObject({ left: 1 });
    expect((await session.execute('add', {})).error?.details).toMatchObject({ left: 0 });
  });

  it.each([
    [{ max: 1.5 }, 'repairLimit: max must be a whole number from 1, not 1.5.'],
    [{}, 'repairLimit: max must be a whole number from 1, not undefined.'],
  ])('refuses %j', (options, message) => {
    expect(() => repairLimit(options as never)).toThrow(new DefinitionError(message));
  });
});
