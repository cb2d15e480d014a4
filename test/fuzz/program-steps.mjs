// Random sessions in code mode, as plain data.
import { userValues } from './flow-content.mjs';
import { ProgramWriter } from './program-code.mjs';
import { randomTools } from './program-tools.mjs';
import { Random } from './random.mjs';

/** Returns a session: its tools, what differs between its runs, and its steps, of which most are programs. */
export function randomSession(seed) {
  const random = new Random(seed * 31 + 5);
  const tools = randomTools(random);
  const literals = { count: 0, next: () => ++literals.count };
  const writer = () => new ProgramWriter(random, tools, literals);
  const differs = random.pick(['others', 'others', 'others', 'privates', 'both']);
  const mimicry = random.pick([0, 0.1, 0.5]);
  const shown = tools.filter(({ hasHandles }) => hasHandles);
  const steps = [
    ...(random.chance(0.5) ? [said(random)] : []),
    // What the model has of it are handles.
    ...(shown.length > 0 && random.chance(0.8) ? [{ op: 'direct', tool: random.pick(shown).name, id: 'h1' }] : []),
    ...(random.chance(0.05) ? [{ op: 'saw' }] : []),
    ...random.list(random.between(1, 3), () => ({ op: 'program', program: writer().write() })),
  ];
  if (random.chance(0.3)) steps.splice(random.between(0, steps.length), 0, said(random));
  return { seed, tools, differs, mimicry, steps };
}

function said(random) {
  return { op: 'said', values: random.list(random.between(1, 4), () => random.pick(userValues)) };
}
