import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installGlobals } from './jest-globals.mjs';

// A property that a mutant breaks is broken by one of the first values, or not in time.
process.env.FC_RUNS ??= '25';

// The specs that run against mutants. MUTATION_SPECS names the relevant folders and files if only a part of src is
// mutated.
const folders = (
  process.env.MUTATION_SPECS ??
  'response,schema/json-schema,schema/imported,schema/input,schema/patterns,schema/validation,schema/dto,dto,schema/standard,' +
    'schema/typed,mcp/http,mcp/server/message-scan.spec.ts,mcp/server/argument-bytes.spec.ts,state,execution,spec,decorators,registry,toolkit'
).split(',');

// Specs that generate many values. The other specs must detect a mutant without them.
const slow = new Set([
  'call-invariants.spec.ts',
  'dto-equivalence.e2e.spec.ts',
  'dto-tool-equivalence.e2e.spec.ts',
  'fuzz.spec.ts',
  'normalize-verdicts.spec.ts',
  'tool-decorator-types.e2e.spec.ts',
]);

// Single tests with large values, which are omitted for the same reason.
const slowTests = new Set([
  'accepts the arguments that the whole schema accepts once the value is there',
  'are refused where they hold 10 MB of keys',
  'that are too many are refused',
  'reads ten thousand definitions that refer to each other in a chain',
]);

installGlobals({ without: slowTests });
await import('toolwright/dto');
for (const folder of folders) {
  if (folder.endsWith('.ts')) {
    await import(`../${folder}`);
    continue;
  }
  const files = readdirSync(fileURLToPath(new URL(`../${folder}/`, import.meta.url)));
  for (const file of files.filter((name) => isUnit(name) && !slow.has(name))) {
    await import(`../${folder}/${file}`);
  }
}

function isUnit(name) {
  return name.endsWith('.spec.ts') && !name.endsWith('.e2e.spec.ts');
}
