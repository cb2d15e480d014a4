import { DefinitionError } from '../../../base/errors/errors.js';
import { pointerOf, stepsOf } from '../../../base/json/json-pointer.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import { decodeFragment } from '../../../schema/json-schema/schema-refs.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** An object of a document. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value of a document and its location, as a JSON Pointer. */
export interface LocatedValue {
  readonly value: unknown;
  readonly pointer: string;
}

/** What an OpenAPI document states about itself. */
export interface OpenApiInfo {
  /** The title of the API. Undefined if the document has none. */
  readonly title: string | undefined;
  /** The version of the API. Undefined if the document has none. */
  readonly version: string | undefined;
}

// A chain of references that is longer is circular.
const maxReferences = 32;

/** An OpenAPI document whose references are resolved when they are needed. */
export class OpenApiDocument {
  readonly root: Fields;
  /** The function and the source, with which error messages begin. */
  readonly where: string;
  /** The version of the specification. A later version than 3.1 is read as 3.1. */
  readonly version: '2.0' | '3.0' | '3.1';

  /** @throws DefinitionError that begins with `where` if the value is no OpenAPI document. */
  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw new DefinitionError(`${where}: an OpenAPI document must be an object.`);
    this.root = value;
    this.where = where;
    const stated = String(value.openapi ?? value.swagger);
    if (value.swagger !== undefined && stated === '2.0') this.version = '2.0';
    else if (/^3\.0(?:\.|$)/.test(stated)) this.version = '3.0';
    else if (/^3\.[1-9]/.test(stated)) this.version = '3.1';
    else {
      throw new DefinitionError(
        `${where}: the document is no OpenAPI document of a version that is supported. Its 'openapi' must be 3.x, or its 'swagger' 2.0.`,
      );
    }
  }

  /** The title and the version that the document states. */
  get info(): OpenApiInfo {
    const { title, version } = fieldsOf(this.root.info);
    return { title: statedText(title), version: statedText(version) };
  }

  /** The pointers of the schemas that the document names. */
  get schemaPointers(): readonly string[] {
    const steps = this.version === '2.0' ? ['definitions'] : ['components', 'schemas'];
    const schemas = steps.reduce<unknown>((at, step) => fieldsOf(at)[step], this.root);
    return Object.keys(fieldsOf(schemas)).map((name) => pointerOf([...steps, name]));
  }

  /** Returns the target of a reference. @throws DefinitionError if it is outside the document or does not exist. */
  locate(ref: unknown): LocatedValue {
    if (typeof ref !== 'string' || !ref.startsWith('#')) {
      throw new DefinitionError(
        `it refers to ${show(ref)}, which is outside the document, and nothing is fetched. Bundle the documents into one`,
      );
    }
    const pointer = decodeFragment(ref.slice(1));
    const value = this.at(pointer);
    if (value === undefined) throw new DefinitionError(`it refers to ${show(ref)}, which does not exist`);
    return { value, pointer };
  }

  /** Returns the value at a JSON Pointer, or undefined if there is none. */
  at(pointer: string): unknown {
    return stepsOf(pointer).reduce<unknown>((at, step) => memberOf(at, step), this.root);
  }

  /**
   * Returns an object of the document, or the one to which it refers.
   *
   * @param what - The kind of object, for the error.
   * @throws DefinitionError if there is no object, or its reference cannot be resolved.
   */
  resolve(value: unknown, what: string): Fields {
    let current = value;
    for (let count = 0; count < maxReferences; count++) {
      if (!isRecord(current)) throw new DefinitionError(`${what} must be an object, not ${show(current)}`);
      if (current.$ref === undefined) return current;
      current = this.locate(current.$ref).value;
    }
    throw new DefinitionError(`${what} refers to itself`);
  }

  /** Returns an object as `resolve` does, with the fields next to its references, which a path may have. */
  resolveMerged(value: unknown, what: string): Fields {
    let current = value;
    let own: Fields = {};
    for (let count = 0; count < maxReferences; count++) {
      if (!isRecord(current)) throw new DefinitionError(`${what} must be an object, not ${show(current)}`);
      const { $ref, ...rest } = current;
      own = { ...rest, ...own };
      if ($ref === undefined) return own;
      current = this.locate($ref).value;
    }
    throw new DefinitionError(`${what} refers to itself`);
  }
}

/** Returns a value as an object, or an empty object if it is none. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** Returns a text that the document states. A version in YAML may be a number. */
function statedText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

function memberOf(value: unknown, step: string): unknown {
  const hasMember = typeof value === 'object' && value !== null && step !== '__proto__' && Object.hasOwn(value, step);
  return hasMember ? (value as Fields)[step] : undefined;
}
