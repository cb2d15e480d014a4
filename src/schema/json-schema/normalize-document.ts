import { pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import type { Dialect } from './normalize-dialect.js';
import { decodeFragment } from './schema-refs.js';
import { isRecord, mapHeldSchemas } from './schema-walk.js';

/** A part of a document that an `$id` makes a separate document. The document itself is a resource as well. */
export interface SchemaResource {
  /** The base URI of relative references. */
  readonly uri: string;
  /** The location of the resource, as a JSON Pointer into the document. */
  readonly pointer: string;
  /** The locations of the anchors of this resource, by name. */
  readonly anchors: Map<string, string>;
  /** The anchors that a `$dynamicRef` can select at runtime. */
  readonly dynamicAnchors: Set<string>;
  /** Whether a `$recursiveRef` can select this resource at runtime. */
  readonly recursive: boolean;
}

/** The target of a reference, as a JSON Pointer into the document, or the reason why it cannot be resolved. */
export type RefTarget =
  | { readonly found: true; readonly pointer: string }
  | { readonly found: false; readonly reason: 'outside' | 'missing' | 'dynamic' };

/** The keyword of a reference. */
export type RefKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

// The URI of a document without `$id`, used to distinguish relative references from external ones.
const namelessUri = 'schema://document/';

/** A JSON Schema document of any draft, whose references can be resolved. */
export class SchemaDocument {
  readonly root: unknown;
  readonly #dialect: Dialect;
  readonly #main: SchemaResource;
  readonly #resources = new Map<string, SchemaResource>();
  readonly #resourceOf = new Map<unknown, SchemaResource>();

  constructor(root: unknown, dialect: Dialect) {
    this.root = root;
    this.#dialect = dialect;
    this.#main = this.#open(namelessUri, '', root);
    this.#index(root, '', this.#main);
  }

  /** Returns the value at a JSON Pointer. */
  at(pointer: string): unknown {
    return stepsOf(pointer).reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], this.root);
  }

  /** Resolves a reference of `schema`. */
  resolve(schema: unknown, keyword: RefKeyword, ref: string): RefTarget {
    const from = this.#resourceOf.get(schema) ?? this.#main;
    const hash = ref.indexOf('#');
    const uri = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? '' : ref.slice(hash + 1);
    const resource = uri === '' ? from : this.#resources.get(resolveUri(uri, from.uri));
    if (resource === undefined) return { found: false, reason: 'outside' };
    const dynamic = this.#resolveDynamic(keyword, fragment, resource);
    if (dynamic !== undefined) return dynamic;
    const pointer = this.#locate(fragment, resource) ?? this.#locate(fragment, this.#main);
    return pointer === undefined ? { found: false, reason: 'missing' } : { found: true, pointer };
  }

  /**
   * Resolves a dynamic reference, which refers to the outermost resource that declares its name. The document is the
   * outermost resource, so the target is static if the document or only one resource declares the name. Returns
   * undefined if the keyword is equivalent to `$ref`.
   */
  #resolveDynamic(keyword: RefKeyword, fragment: string, resource: SchemaResource): RefTarget | undefined {
    const declares = (candidate: SchemaResource): boolean =>
      keyword === '$recursiveRef' ? candidate.recursive : candidate.dynamicAnchors.has(fragment);
    if (keyword === '$ref' || !declares(resource)) return undefined;
    const declaring = [...new Set(this.#resources.values())].filter(declares);
    const outermost = declares(this.#main) || declaring.length === 1 ? declaring[0] : undefined;
    if (outermost === undefined) return { found: false, reason: 'dynamic' };
    return { found: true, pointer: outermost.anchors.get(fragment) ?? outermost.pointer };
  }

  #locate(fragment: string, resource: SchemaResource): string | undefined {
    if (fragment === '') return resource.pointer;
    if (!fragment.startsWith('/')) return resource.anchors.get(decodeFragment(fragment));
    let node = this.at(resource.pointer);
    const steps = [...stepsOf(resource.pointer)];
    for (const written of fragment.slice(1).split('/')) {
      const step = stepInto(node, written);
      if (step === undefined) return undefined;
      node = (node as Record<string, unknown>)[step];
      steps.push(step);
    }
    return typeof node === 'boolean' || isRecord(node) ? pointerOf(steps) : undefined;
  }

  #index(schema: unknown, pointer: string, parent: SchemaResource): void {
    if (!isRecord(schema) || this.#resourceOf.has(schema)) return;
    const resource = this.#identify(schema, pointer, parent);
    this.#resourceOf.set(schema, resource);
    for (const [keyword, value] of Object.entries(schema)) {
      mapHeldSchemas([keyword, value], (held, steps) => this.#index(held, pointer + pointerOf(steps), resource));
    }
  }

  #identify(schema: Readonly<Record<string, unknown>>, pointer: string, parent: SchemaResource): SchemaResource {
    const { $anchor, $dynamicAnchor } = schema;
    const id = this.#idOf(schema, pointer);
    const isAnchor = id?.startsWith('#') === true;
    let resource = parent;
    if (id !== undefined && !isAnchor && pointer !== '')
      resource = this.#open(resolveUri(id, parent.uri), pointer, schema);
    if (isAnchor) resource.anchors.set(id.slice(1), pointer);
    if (typeof $anchor === 'string') resource.anchors.set($anchor, pointer);
    if (typeof $dynamicAnchor === 'string') {
      resource.anchors.set($dynamicAnchor, pointer);
      resource.dynamicAnchors.add($dynamicAnchor);
    }
    return resource;
  }

  #idOf(schema: Readonly<Record<string, unknown>>, pointer: string): string | undefined {
    if (this.#dialect.ignoresRefSiblings && typeof schema.$ref === 'string') return undefined;
    const id = schema[this.#dialect.idKeyword] ?? (pointer === '' ? schema.id : undefined);
    return typeof id === 'string' ? id : undefined;
  }

  #open(base: string, pointer: string, schema: unknown): SchemaResource {
    const id = pointer === '' && isRecord(schema) ? this.#idOf(schema, pointer) : undefined;
    const uri = id === undefined || id.startsWith('#') ? base : resolveUri(id, base);
    const recursive = isRecord(schema) && schema.$recursiveAnchor === true;
    const resource = { uri, pointer, anchors: new Map(), dynamicAnchors: new Set<string>(), recursive };
    this.#resources.set(base, resource);
    this.#resources.set(uri, resource);
    return resource;
  }
}

/** Returns the key or index of `node` to which a step of a JSON Pointer in a URI refers, decoded or unchanged. */
function stepInto(node: unknown, written: string): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const steps = [decodeFragment(written), written].map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.find((step) => Object.hasOwn(node, step) && !(Array.isArray(node) && step === 'length'));
}

/** Resolves a URI against a base and removes the fragment. Returns an invalid URI unchanged. */
function resolveUri(uri: string, base: string): string {
  try {
    const url = new URL(uri, base);
    url.hash = '';
    return url.href;
  } catch {
    return uri;
  }
}
