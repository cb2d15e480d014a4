/** The options of test runners that update snapshots: of vitest, jest and Node.js. */
const updateOptions = ['-u', '--update', '--updateSnapshot', '--test-update-snapshots'];

/** Checks whether the test runner was asked to update its snapshots. */
export function isUpdating(): boolean {
  const { TOOLWRIGHT_UPDATE: variable = '' } = process.env;
  if (variable !== '' && variable !== '0' && variable !== 'false') return true;
  return [...process.argv, ...process.execArgv].some((argument) => updateOptions.includes(argument));
}
