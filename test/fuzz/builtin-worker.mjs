// Runs cases of one built-in registry in one process. With a registry and a seed as its arguments, it runs this case.
import { ArrayTools, CalculatorTools, DateTimeTools, ObjectTools, StringTools } from '../../dist/tools/index.js';
import { BlockMeter } from './block-meter.mjs';
import { checkError } from './check-error.mjs';
import { argumentsFor } from './hostile-arguments.mjs';
import { Random } from './random.mjs';
import { serveCases } from './serve-cases.mjs';

// The longest time of an expression or a pattern, in milliseconds.
const queryTimeoutMs = 50;

const registries = { ArrayTools, CalculatorTools, DateTimeTools, ObjectTools, StringTools };
const [registry] = process.argv.slice(2);
const specs = Object.values(new registries[registry]({ queryTimeoutMs }).toToolSpecs());
const codes = ['invalid_parameters', 'timeout'];

/** Returns the path of a value that is no JSON data: a function, an instance of a class, a name that reaches a prototype. */
function findHostObject(value, path = '') {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object') return path;
  if (![null, Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))) return path;
  if (Object.getOwnPropertySymbols(value).length > 0 || Object.hasOwn(value, '__proto__')) return path;
  for (const [name, member] of Object.entries(value)) {
    const found = findHostObject(member, `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function runCase(seed) {
  const random = new Random(seed);
  const spec = random.pick(specs);
  const args = argumentsFor(random, spec.inputSchema, registry);
  const problems = [];
  const meter = new BlockMeter();
  const { data, error } = await spec.exec(args);
  meter.stop();
  if (error !== undefined) {
    checkError(error, problems);
    if (!codes.includes(error.code)) problems.push(`${spec.name}: ${error.code} ${error.message}`);
  }
  const found = error === undefined ? findHostObject(data) : undefined;
  if (found !== undefined) problems.push(`${spec.name} returns a host object at ${found}`);
  if (Object.keys(Object.prototype).length > 0 || 'a' in {}) problems.push(`${spec.name} changes Object.prototype`);
  return { seed, longestMs: meter.longestMs, problems, where: spec.name };
}

// Loads the packages and compiles the code, which is no part of a case.
for (let seed = 0; seed < 200; seed++) await runCase(3_000_000_000 + seed);
serveCases(runCase);
