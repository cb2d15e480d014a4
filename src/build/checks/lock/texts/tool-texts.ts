import { isRecord } from '../../../../schema/json-schema/schema-walk.js';

/**
 * Whom a text speaks of: `tool` describes what a tool does, `request` asks for an argument, `value` is a value that an argument may
 * have, and `result` describes what comes back.
 */
export type TextRole = 'tool' | 'request' | 'value' | 'result';

/** The parts of a definition with texts. */
export interface DescribedTool {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/** A text of a definition that models read. */
export interface ToolText {
  readonly text: string;
  readonly role: TextRole;
  /** Whether what the text describes can hold a text. A switch or one of a few values gives nothing away. */
  readonly isOpen: boolean;
  /** The words of the name of the parameter that the text is about. Empty for the tool. */
  readonly owner: string;
}

/** Where a text is in a schema. */
interface TextPlace extends Pick<ToolText, 'isOpen' | 'owner'> {
  readonly key: string;
}

const whole: TextPlace = { key: '', isOpen: true, owner: '' };

/** Returns all texts of a definition that models read: descriptions, values and the names of parameters. */
export function toolTextsOf({
  title,
  description,
  annotations,
  inputSchema,
  outputSchema,
}: DescribedTool): readonly ToolText[] {
  const own = [title, description, annotations?.title].filter((text) => typeof text === 'string');
  return [
    ...own.map((text) => ({ text, role: 'tool' as const, isOpen: false, owner: '' })),
    ...textsIn(inputSchema, whole),
    ...textsIn(outputSchema, whole).map((text) => ({ ...text, role: 'result' as const })),
  ];
}

const structural: ReadonlySet<string> = new Set([
  'type',
  'format',
  'pattern',
  '$ref',
  '$schema',
  '$id',
  '$anchor',
  'contentMediaType',
  'contentEncoding',
  'required',
]);
const descriptions: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

function textsIn(value: unknown, place: TextPlace): readonly ToolText[] {
  const { key, isOpen, owner } = place;
  if (typeof value === 'string') {
    return structural.has(key)
      ? []
      : [{ text: value, role: descriptions.has(key) ? 'request' : 'value', isOpen, owner }];
  }
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, place));
  if (!isRecord(value)) return [];
  const isNamed = key === 'properties' || key === 'patternProperties';
  if (!isNamed && key !== '$defs') {
    return Object.entries(value).flatMap(([name, member]) =>
      textsIn(member, { key: name, isOpen: holdsText(value), owner }),
    );
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const text = wordsOfName(name);
    const own: ToolText = { text, role: 'request', isOpen: holdsText(member), owner: text };
    return [...(isNamed ? [own] : []), ...textsIn(member, { key: '', isOpen, owner: text })];
  });
}

/** Checks whether a value of a schema can be a text or a number that carries information. */
function holdsText(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  if ('enum' in schema || 'const' in schema) return false;
  const types = schema.type === undefined ? ['any'] : [schema.type].flat();
  return types.some((type) => type !== 'boolean' && type !== 'null');
}

/** Returns the words of a name, such as 'home netrc file' of `home_netrcFile`. */
function wordsOfName(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
}
