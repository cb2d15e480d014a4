import { endsExpression, type SourceToken, tokenize } from '../../tool/metadata/source-tokens.js';

/** A function at the top level of a source text. */
export interface FoundFunction {
  /** The name by which it is chosen: that of its export, or else its own. `default` for a default export without one. */
  readonly name: string;
  /** The name by which the program calls it. */
  readonly identifier: string;
  readonly isExported: boolean;
  readonly isGenerator: boolean;
  /** The index at which the text of the function begins. */
  readonly start: number;
}

/** The functions of a source text, and the text as a program without exports, in the same lines and columns. */
export interface FoundFunctions {
  readonly functions: readonly FoundFunction[];
  readonly program: string;
  /** Whether the text imports modules. */
  readonly hasImports: boolean;
}

/** The name of a default export that has none. It has as many characters as the word that it replaces. */
const defaultName = '$main =';

/** Finds the functions of a JavaScript text. Returns undefined for text that is not JavaScript. */
export function findFunctions(text: string): FoundFunctions | undefined {
  const tokens = tokenize(text);
  return tokens === undefined ? undefined : new FunctionFinder(text, tokens).find();
}

/** Finds the names of functions without a body: `declare function`. */
export function findDeclaredFunctions(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*(?:export\s+)?declare\s+function\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu)].map(
    ([, name = '']) => name,
  );
}

class FunctionFinder {
  readonly #text: string;
  readonly #tokens: readonly SourceToken[];
  readonly #found: FoundFunction[] = [];
  /** The names under which an export list exports identifiers. */
  readonly #exported = new Map<string, string>();
  readonly #edits: { readonly start: number; readonly text: string }[] = [];
  #hasImports = false;

  constructor(text: string, tokens: readonly SourceToken[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  find(): FoundFunctions {
    for (let at = 0; at < this.#tokens.length; at = (this.#tokens[at]?.close ?? at) + 1) {
      if (this.#startsStatement(at)) this.#readStatement(at);
    }
    const functions = this.#found.map((one) => {
      const name = this.#exported.get(one.identifier);
      return name === undefined ? one : { ...one, name, isExported: true };
    });
    return { functions, program: this.#apply(), hasImports: this.#hasImports };
  }

  #textAt(at: number): string | undefined {
    return this.#tokens[at]?.text;
  }

  #startsStatement(at: number): boolean {
    const before = this.#tokens[at - 1];
    if (before === undefined || before.text === ';' || before.text === '}') return true;
    return this.#tokens[at]?.startsLine === true && endsExpression(before);
  }

  #readStatement(at: number): void {
    const first = this.#textAt(at);
    if (first === 'import' && !['(', '.'].includes(this.#textAt(at + 1) ?? '')) this.#hasImports = true;
    if (first !== 'export') this.#readDeclaration(at, false);
    else if (this.#textAt(at + 1) === '{') this.#readExportList(at);
    else if (this.#textAt(at + 1) === 'default') this.#readDefault(at);
    else {
      this.#erase(at);
      this.#readDeclaration(at + 1, true);
    }
  }

  #readDeclaration(at: number, isExported: boolean): void {
    const head = this.#functionAt(at);
    if (head?.name !== undefined) {
      this.#add({ name: head.name, isExported, isGenerator: head.isGenerator }, at);
      return;
    }
    if (!/^(?:const|let|var)$/.test(this.#textAt(at) ?? '') || this.#textAt(at + 2) !== '=') return;
    const name = this.#textAt(at + 1) ?? '';
    const value = this.#functionAt(at + 3);
    if (value !== undefined) this.#add({ name, isExported, isGenerator: value.isGenerator }, at + 3);
    else if (this.#isArrow(at + 3)) this.#add({ name, isExported, isGenerator: false }, at + 3);
  }

  #readDefault(at: number): void {
    const head = this.#functionAt(at + 2);
    if (head?.name !== undefined) {
      this.#erase(at);
      this.#erase(at + 1);
      this.#add({ name: head.name, isExported: true, isGenerator: head.isGenerator }, at + 2);
      return;
    }
    if (head === undefined && !this.#isArrow(at + 2)) {
      this.#erase(at);
      this.#erase(at + 1);
      // The default export is a function that is declared elsewhere.
      this.#exported.set(this.#textAt(at + 2) ?? '', this.#textAt(at + 2) ?? '');
      return;
    }
    this.#replace(at, 'var');
    this.#replace(at + 1, defaultName);
    const start = this.#tokens[at + 2]?.start ?? 0;
    const isGenerator = head?.isGenerator ?? false;
    this.#found.push({ name: 'default', identifier: '$main', isExported: true, isGenerator, start });
  }

  #readExportList(at: number): void {
    const close = this.#tokens[at + 1]?.close ?? at;
    for (let one = at + 2; one < close; one++) {
      const name = this.#textAt(one) ?? '';
      if (name === ',') continue;
      const isRenamed = this.#textAt(one + 1) === 'as';
      this.#exported.set(name, isRenamed ? (this.#textAt(one + 2) ?? name) : name);
      if (isRenamed) one += 2;
    }
    for (let one = at; one <= close; one++) this.#erase(one);
  }

  /** Returns the name of a function that begins here with `function`, and whether it is a generator. */
  #functionAt(at: number): { readonly name: string | undefined; readonly isGenerator: boolean } | undefined {
    const word = this.#textAt(at) === 'async' ? at + 1 : at;
    if (this.#textAt(word) !== 'function') return undefined;
    const isGenerator = this.#textAt(word + 1) === '*';
    const { kind, text } = this.#tokens[word + (isGenerator ? 2 : 1)] ?? {};
    return { name: kind === 'word' ? text : undefined, isGenerator };
  }

  #isArrow(start: number): boolean {
    const at = this.#textAt(start) === 'async' && this.#textAt(start + 1) !== '=>' ? start + 1 : start;
    return this.#textAt((this.#tokens[at]?.close ?? at) + 1) === '=>';
  }

  #add(found: Pick<FoundFunction, 'name' | 'isExported' | 'isGenerator'>, at: number): void {
    const start = this.#tokens[at]?.start ?? 0;
    this.#found.push({ ...found, identifier: found.name, start });
  }

  #erase(at: number): void {
    this.#replace(at, '');
  }

  #replace(at: number, text: string): void {
    const token = this.#tokens[at];
    if (token !== undefined) this.#edits.push({ start: token.start, text: text.padEnd(token.text.length) });
  }

  #apply(): string {
    let program = '';
    let at = 0;
    for (const { start, text } of this.#edits) {
      program += this.#text.slice(at, start) + text;
      at = start + text.length;
    }
    return program + this.#text.slice(at);
  }
}
