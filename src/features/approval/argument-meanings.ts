import { alternatives, propertyNames, propertyOf, withItems } from '../../schema/json-schema/alternatives.js';
import { isPlainObject } from '../../schema/values/copy-json.js';
import type { ApprovalContext } from '../../tool/metadata/tool-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { argumentSteps } from './argument-steps.js';

/** The arguments of a call, for permission rules. */
export interface ArgumentSource {
  readonly spec: ToolSpec;
  /** The arguments that run, as JSON data with bigints. */
  readonly form: unknown;
  /** The arguments as they were sent, after coercion and with what the schema has added. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The arguments as they were sent, after coercion. */
  readonly accepted: Readonly<Record<string, unknown>>;
  readonly context: ApprovalContext;
}

/** What an argument means to permission rules: the value itself, each element of an array, and where a path leads. */
export interface ArgumentMeanings {
  /** The meanings as the argument runs. Empty for a missing argument. */
  readonly running: readonly unknown[];
  /** The meanings as the argument was sent. */
  readonly sent: readonly unknown[];
  /** Whether each element of an array has a meaning as it runs. */
  readonly isComplete: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns what an argument means to permission rules, by its dotted name. */
export async function argumentMeanings(source: ArgumentSource, name: string): Promise<ArgumentMeanings> {
  const { spec, context } = source;
  const { running, sent, isComplete } = findValues(source, argumentSteps(spec, name));
  const reading = spec.paths?.[name];
  const meaningsOf = async (values: readonly unknown[]): Promise<readonly unknown[]> => {
    const elements = values.flat(Number.POSITIVE_INFINITY as 1);
    if (reading === undefined) return elements;
    const read = elements.map(async (value) => (typeof value === 'string' ? reading.resolve(value, context) : value));
    return (await Promise.all(read)).flat();
  };
  return { running: await meaningsOf(running), sent: await meaningsOf(sent), isComplete };
}

function findValues(
  { spec, form, sent: all, accepted: own }: ArgumentSource,
  steps: readonly string[],
): ArgumentMeanings {
  let running: readonly unknown[] = [form];
  let sent: readonly unknown[] = [all];
  let accepted: readonly unknown[] = [own];
  let schemas = withItems(alternatives(spec.inputSchema, spec.inputSchema), spec.inputSchema);
  const renamed: unknown[] = [];
  let isExpected = defaultsOf(spec, steps[0]);
  for (const step of steps) {
    const [next, nextSent] = [fieldsOf(running, step), fieldsOf(sent, step)];
    isExpected ||= nextSent.length > 0;
    if (isExpected) {
      const names = new Set([...schemas.flatMap(propertyNames), ...accepted.flatMap(namesOf)]);
      const objects = running.flat(Number.POSITIVE_INFINITY as 1).filter((one) => fieldOf(one, step).length === 0);
      // A conversion has given the argument another name, so that it may be any value with a name that no argument has.
      renamed.push(
        ...objects.filter((one) => next.length === 0 || isPlainObject(one)).flatMap((one) => otherValues(one, names)),
      );
    }
    [running, sent, accepted] = [next, nextSent, fieldsOf(accepted, step)];
    const properties = schemas.flatMap((schema) => propertyOf(schema, step));
    schemas = withItems(
      properties.flatMap((schema) => alternatives(schema, spec.inputSchema)),
      spec.inputSchema,
    );
  }
  // Which elements lack a renamed argument can be seen in the sent form only.
  const isComplete = hasEach(renamed.length > 0 ? all : form, steps);
  return { running: [...running, ...renamed], sent, isComplete };
}

/** Checks whether a value, and each element of each array in it, has a field at the end of the steps. */
function hasEach(value: unknown, steps: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => hasEach(one, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
  return hasEach(Reflect.get(value, step), rest);
}

/** Whether an argument has a default, so that it runs with a value also if it was not sent. */
function defaultsOf({ params }: ToolSpec, name: string | undefined): boolean {
  const schema = name === undefined || !Object.hasOwn(params, name) ? undefined : params[name];
  return typeof schema === 'object' && schema.default !== undefined;
}

function fieldsOf(values: readonly unknown[], key: string): readonly unknown[] {
  return values.flatMap((one) => fieldOf(one, key));
}

function fieldOf(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldOf(one, key));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return [Reflect.get(value, key)];
}

function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return isPlainObject(value) ? Object.keys(value) : [];
}

/** Returns all values in an object, except those of known names. Returns a value that is no object itself. */
function otherValues(value: unknown, known: ReadonlySet<string>): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => otherValues(one, known));
  if (!isPlainObject(value)) return [value];
  const others = Object.entries(value as Fields).filter(([name]) => !known.has(name));
  return others.flatMap(([, member]) => otherValues(member, noNames));
}

const noNames: ReadonlySet<string> = new Set();
