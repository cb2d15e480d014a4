// Fails each spec of a run in which code can be generated from strings: such a run would show nothing.
// biome-ignore lint/security/noGlobalEval: the file checks that it throws.
const evaluate = globalThis.eval;
const generators = [() => new Function('return 1'), () => evaluate('1'), () => (async () => {}).constructor('')];

for (const generate of generators) {
  let error;
  try {
    generate();
  } catch (caught) {
    error = caught;
  }
  if (error?.name !== 'EvalError') throw new TypeError(`Code can be generated from strings: ${generate}`);
}
