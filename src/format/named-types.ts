import type { JsonSchema } from '../base/json/json-schema.js';
import { toTypeName } from './identifier.js';
import { refLabel, resolveRef } from './schema-pointer.js';
import { isSelfReferential } from './self-reference.js';
import { toComment, typeText } from './type-text.js';

const globalTypes = ['Array', 'Promise', 'Record'];

interface NamedType {
  readonly name: string;
  readonly ref: string;
  readonly root: JsonSchema;
}

/** The helper types of declarations. A name is assigned when a reference is first encountered. */
export class NamedTypes {
  readonly #prefix: string;
  readonly #types: NamedType[] = [];
  readonly #used: Set<string>;

  /** @param used - The names that other types have. The names of these types are added. */
  constructor(prefix: string, used = new Set<string>()) {
    this.#prefix = prefix;
    this.#used = used;
    for (const name of globalTypes) used.add(name);
  }

  /** Prints a schema as a type, in which references are replaced by type names. */
  write(schema: JsonSchema | boolean, root: JsonSchema): string {
    return typeText(schema, { root, layout: 'block', nameOf: (ref) => this.#nameOf(ref, root) });
  }

  /** Prints a declaration for each name assigned so far, including the names that are assigned while printing. */
  printDeclarations(): readonly string[] {
    const lines: string[] = [];
    // Printing one type may assign more names, which the loop then visits.
    for (const { name, ref, root } of this.#types) {
      const target = resolveRef(root, ref) ?? true;
      const text = isSelfReferential(ref, root) ? 'unknown' : this.write(target, root);
      const comment = typeof target !== 'boolean' && target.description ? `${toComment(target.description)}\n` : '';
      lines.push(`${comment}type ${name} = ${text};\n`);
    }
    return lines;
  }

  #nameOf(ref: string, root: JsonSchema): string {
    const existing = this.#types.find((type) => type.ref === ref && type.root === root);
    if (existing !== undefined) return existing.name;
    const base = ref === '#' ? this.#prefix : toTypeName(refLabel(ref));
    let name = base;
    for (let count = 2; this.#used.has(name); count += 1) name = `${base}${count}`;
    this.#used.add(name);
    this.#types.push({ name, ref, root });
    return name;
  }
}
