/** The options of test runners that update snapshots: of vitest, jest and Node.js. */
const updateOptions = ['-u', '--update', '--updateSnapshot', '--test-update-snapshots'];

/** Checks whether the test runner was asked to update its snapshots. */
export function isUpdating(): boolean {
  const { TOOLWRIGHT_UPDATE: variable = '' } = process.env;
  if (variable !== '' && variable !== '0' && variable !== 'false') return true;
  if ([...process.argv, ...process.execArgv].some((argument) => updateOptions.includes(argument))) return true;
  return snapshotPlaces.some((place) => read(globalThis, place) === 'all');
}

/** Where jest and vitest keep the option in the processes that run tests, which do not receive it in their command. */
const snapshotPlaces: readonly (readonly PropertyKey[])[] = [
  [Symbol.for('$$jest-matchers-object'), 'state', 'snapshotState', '_updateSnapshot'],
  // vitest sets the first one when a test begins, and this one before.
  ['__vitest_worker__', 'config', 'snapshotOptions', 'updateSnapshot'],
];

function read(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((member: unknown, name) => {
    return typeof member === 'object' && member !== null ? Reflect.get(member, name) : undefined;
  }, value);
}
