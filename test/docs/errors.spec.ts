import * as toolwright from 'toolwright';
import { errorCodes, ToolError } from 'toolwright';
import { readPage } from './code-blocks.js';

/** Each code's part of docs/errors.md, in the order of the page. */
function documentedCodes(): ReadonlyMap<string, string> {
  const [, ...parts] = readPage('docs/errors.md').split(/^### /m);
  return new Map(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.replaceAll('`', ''), lines.join('\n').trim()] as const;
    }),
  );
}

type ErrorClass = new (message: string) => ToolError;

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && value !== ToolError && value.prototype instanceof ToolError;
}

const classes = Object.values<unknown>(toolwright).filter(isErrorClass);
const isBase = (value: ErrorClass) => Object.getPrototypeOf(value) === ToolError;
const errors = classes.filter(isBase).map((Class) => new Class('…'));

describe('docs/errors.md', () => {
  const documented = documentedCodes();

  it('has a section for each code, in the order of errorCodes', () => {
    expect([...documented.keys()]).toEqual([...errorCodes]);
  });

  it('covers every exported class', () => {
    expect(errors.map((error) => error.code).sort()).toEqual([...errorCodes].sort());
  });

  it.each(errors)('names class and retryability of $code', ({ code, name, retryable }) => {
    expect(documented.get(code)).toMatch(`\`${name}\`, ${retryable ? 'retryable' : 'not retryable'}. `);
  });

  it.each(classes.filter((value) => !isBase(value)))('names %p with its base class', (Class) => {
    const { code } = new (Object.getPrototypeOf(Class) as ErrorClass)('…');
    expect(documented.get(code)).toContain(`\`${Class.name}\``);
  });

  it.each(errors)('says of $code what happened and what to do', ({ code }) => {
    const sentences = documented.get(code)?.match(/[^.]\.(\s|$)/g) ?? [];
    expect(sentences.length).toBeGreaterThanOrEqual(3);
  });
});
