import { Workshop } from './command-line.js';
import { travel } from './travel.js';

describe('toolwright call --answers', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile('travel.mjs', travel);
  });

  afterAll(() => workshop.remove());

  const call = (tool: string, answers: unknown, json = '{}') => {
    workshop.write('answers.json', typeof answers === 'string' ? answers : JSON.stringify(answers));
    return workshop.run('call', 'travel.mjs', tool, json, '--answers', 'answers.json');
  };

  it('answers the questions of a tool by their text or their key', async () => {
    const trip = { city: 'Rome', nights: 3, breakfast: true };
    expect(await call('book', { answers: { 'Where to?': trip } })).toEqual({
      code: 0,
      stdout: '{"city":"Rome","nights":3,"breakfast":true,"room":"single"}\n',
      stderr: '',
    });
    expect(await call('visit', { answers: { sure: {} } })).toMatchObject({ code: 0, stdout: 'accept\n' });
    expect(await call('visit', { answers: { sure: 'decline' } })).toMatchObject({ code: 0, stdout: 'decline\n' });
  });

  it('approves or denies a call', async () => {
    expect(await call('pay', { approve: true }, '{"amount":5}')).toEqual({
      code: 0,
      stdout: 'paid 5 EUR\n',
      stderr: '',
    });
    expect(await call('pay', { approve: false }, '{"amount":5}')).toEqual({
      code: 5,
      stdout: '',
      stderr: "The call of 'pay' was denied: The user did not allow it.\n",
    });
  });

  it('validates answers against the schema of the question', async () => {
    const { code, stderr } = await call('book', { answers: { 'Where to?': { city: 'Rome', breakfast: true } } });
    expect(code).toBe(5);
    expect(stderr).toContain("The answer to a question of the tool 'book' does not match its schema");
  });

  it('reports answers that were not used', async () => {
    const { code, stderr } = await call('visit', { approve: true, answers: { sure: {}, sur: {} } });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        "warning: 'answers.json' answers 'sur', which was not asked. Did you mean 'sure'?\n" +
        "warning: 'answers.json' has 'approve', but the call needed no approval.\n",
    });
  });

  it.each([
    ['{', 'cannot be read: '],
    [[], 'must contain an object, not []'],
    [{ aprove: true }, "has an unknown key 'aprove'. Use 'approve' and 'answers'"],
    [{ approve: 'yes' }, 'must have true or false as \'approve\', not "yes"'],
    [{ answers: { sure: 1 } }, 'must have objects, "decline" or "cancel" as answers, not 1'],
  ])('rejects the file %j', async (answers, problem) => {
    const { code, stdout, stderr } = await call('visit', answers);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`toolwright: --answers: 'answers.json' ${problem}`);
  });

  describe('without a terminal', () => {
    it('refuses a call whose question is not answered', async () => {
      const { code, stdout, stderr } = await workshop.run('call', 'travel.mjs', 'book');
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr).toBe(
        "The tool 'book' asks 'Where to?', and there is no terminal. Run the command on a terminal, or answer with " +
          '--answers file.json, such as {"answers":{"Where to?":{}}}.\n',
      );
    });

    it('refuses a call that needs approval, and names the code for programs', async () => {
      const { code, stdout } = await workshop.run('call', 'travel.mjs', 'pay', '{"amount":5}', '--json');
      expect(code).toBe(5);
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        exitCode: 5,
        error: { code: 'unanswered', message: expect.stringContaining("The tool 'pay' needs approval, and there is") },
      });
    });

    it('lets a tool continue that does not need the answer', async () => {
      expect(await workshop.run('call', 'travel.mjs', 'visit')).toEqual({
        code: 0,
        stdout: 'not asked: ask\n',
        stderr: '',
      });
    });
  });
});
