// Runs the JSON-Schema-Test-Suite against the validation of tools: with each engine for patterns.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionError, ToolSpec } from '../../dist/index.js';

const [folder] = process.argv.slice(2);
const baselineFile = new URL('baseline.json', import.meta.url);

if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(
    `test:json-schema: there is no folder '${folder ?? ''}'. Pass the folder of the JSON-Schema-Test-Suite.\n`,
  );
  process.exit(1);
}

const drafts = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** Why a schema is refused, by a part of the message. */
const reasons = [
  ['nothing is fetched', 'a remote reference'],
  ['refers to different schemas', 'a dynamic reference with several targets'],
  ['so validation would never end', 'an endless reference'],
  ['cannot be matched in linear time', 'a pattern that has no linear-time form'],
  ['is not supported', 'a metaschema that is not supported'],
  ["'__proto__' is not allowed", 'a property named __proto__'],
  ['at least one value', 'an enum without values'],
];

let current;

async function verdictOf(spec, data) {
  current = data;
  const result = await spec.exec({});
  if (result.success) return true;
  if (result.error.code === 'invalid_output') return false;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

function createSpec(schema, patterns) {
  const executor = { kind: 'suite', execute: () => current };
  const spec = ToolSpec.create({ name: 'suite', outputSchema: schema, executor, patterns });
  spec.warmUp();
  return spec;
}

async function runGroup({ schema, tests }, { draft, patterns }) {
  const stated =
    typeof schema === 'object' && schema.$schema === undefined ? { $schema: drafts[draft], ...schema } : schema;
  let spec;
  try {
    spec = createSpec(stated, patterns);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const reason = reasons.find(([part]) => error.message.includes(part))?.[1] ?? error.message;
    return { refused: reason };
  }
  const wrong = [];
  for (const test of tests) if ((await verdictOf(spec, test.data)) !== test.valid) wrong.push(test.description);
  return { wrong };
}

const found = {};
const counts = {};
for (const mode of ['native', 'linear']) {
  counts[mode] = { tests: 0, refused: 0, wrong: 0 };
  found[mode] = { refused: {}, wrong: [] };
  for (const draft of Object.keys(drafts)) {
    for (const file of readdirSync(join(folder, draft))
      .filter((name) => name.endsWith('.json'))
      .sort()) {
      for (const group of JSON.parse(readFileSync(join(folder, draft, file), 'utf8'))) {
        const name = `${draft}/${file}: ${group.description}`;
        const { refused, wrong = [] } = await runGroup(group, { draft, patterns: mode });
        counts[mode].tests += group.tests.length;
        if (refused !== undefined) {
          counts[mode].refused += group.tests.length;
          found[mode].refused[refused] = [...(found[mode].refused[refused] ?? []), name];
        }
        counts[mode].wrong += wrong.length;
        found[mode].wrong.push(...wrong.map((description) => `${name}: ${description}`));
      }
    }
  }
  process.stdout.write(
    `${mode}: ${counts[mode].tests} tests, ${counts[mode].wrong} wrong verdicts, ${counts[mode].refused} in refused schemas\n`,
  );
}

const text = `${JSON.stringify(found, undefined, 2)}\n`;
if (process.env.UPDATE_BASELINE === '1') writeFileSync(baselineFile, text);
else if (text !== readFileSync(baselineFile, 'utf8')) {
  writeFileSync(new URL('found.json', import.meta.url), text);
  process.stderr.write('The deviations differ from test/json-schema-suite/baseline.json. They are in found.json.\n');
  process.exit(1);
}
