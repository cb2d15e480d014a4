// Random programs of code mode, as trees of statements, so that a failing one can be made shorter.
import { members, storedValues, userValues } from './flow-content.mjs';

// The kinds of statements. A kind that is written twice is twice as frequent.
const simple =
  'read read sink sink sink sink guardedSink guardedSink guardedSink part plain plain assign log spy spy spy'.split(
    ' ',
  );
const nesting = (
  'if if loop iterate iterate each all race catch catch function settled stream stream extract destructure collections ' +
  'throw change generator while switch sort'
).split(' ');

/** Returns the source of a program. */
export function sourceOf({ body, value }) {
  return [...body.map((node) => textOf(node)), ...(value === undefined ? [] : [`return (${value});`])].join('\n');
}

function textOf(node) {
  if (typeof node === 'string') return node;
  return node.map((part) => (typeof part === 'string' ? part : part.map(textOf).join('\n'))).join('\n');
}

/** Returns the programs that are one statement shorter. */
export function* shorterThan(program) {
  if (program.value !== undefined) yield { ...program, value: undefined };
  for (const body of shorterBodies(program.body)) yield { ...program, body };
}

function* shorterBodies(body) {
  for (const [at, node] of body.entries()) {
    yield body.toSpliced(at, 1);
    if (typeof node === 'string') continue;
    for (const [index, part] of node.entries()) {
      if (typeof part === 'string') continue;
      yield body.toSpliced(at, 1, ...part);
      for (const shorter of shorterBodies(part)) yield body.with(at, node.with(index, shorter));
    }
  }
}

/** Writes one program. */
export class ProgramWriter {
  #random;
  #tools;
  #literals;
  #count = 0;

  /** @param literals - Counts the texts that the program writes itself, so that each of them is another one. */
  constructor(random, tools, literals) {
    this.#random = random;
    this.#tools = tools;
    this.#literals = literals;
  }

  write() {
    const random = this.#random;
    const scope = new Scope();
    const body = [
      this.#read(scope),
      ...this.#spies(scope),
      ...this.#statements(scope, random.between(3, 10), 2),
    ].flat();
    return { body, value: random.chance(0.7) ? this.#value(scope) : undefined };
  }

  #name(letter) {
    this.#count++;
    return `${letter}${this.#count}`;
  }

  #literal() {
    return `'word-${this.#literals.next()}@lit.example'`;
  }

  /** Writes what is learned before anything else has been looked at. */
  #spies(scope) {
    return this.#random.list(this.#random.between(0, 2), () => this.#write('spy', scope, 0));
  }

  #statements(scope, count, depth) {
    return this.#random.list(count, () => this.#statement(scope, depth)).flat();
  }

  #block(scope, depth) {
    return this.#statements(scope.inner(), this.#random.between(1, 3), depth - 1);
  }

  #statement(scope, depth) {
    const random = this.#random;
    const kinds = depth > 0 ? [...simple, ...nesting] : simple;
    return this.#write(random.pick(kinds), scope, depth);
  }

  #write(kind, scope, depth) {
    const random = this.#random;
    switch (kind) {
      case 'read':
        return this.#read(scope);
      case 'sink':
        return [`await ${this.#sink(scope)};`];
      case 'guardedSink': {
        // What follows may depend on whether the call has run.
        const name = this.#declarePlain(scope);
        const said = random.pick([`'ran'`, this.#literal(), 'r']);
        const failed = random.pick([`'failed'`, this.#literal(), 'e.code', 'e.message', '1']);
        return [
          `let ${name} = 0; try { const r = await ${this.#sink(scope)}; ${name} = ${said}; } catch (e) { ${name} = ${failed}; }`,
        ];
      }
      case 'spy': {
        // What is learned is observed at once, in the arguments of a call.
        const [o, p] = [this.#opaque(scope, 0.35), this.#opaque(scope, 0.35)];
        const seen = random.pick(random.chance(0.6) ? blind : looks)(o, p);
        const { name } = this.#tools.find(({ role }) => role === 'echo');
        const probe = `nonce: 'nonce-${this.#literals.next()}', nonceFor: 'ann@example.com'`;
        return [`try { await tools.${name}({ body: [${seen}], ${probe} }); } catch (e) {}`];
      }
      case 'part': {
        const value = this.#opaque(scope);
        return [`const ${this.#declareOpaque(scope)} = ${value};`];
      }
      case 'plain': {
        const value = this.#plain(scope);
        return [`let ${this.#declarePlain(scope)} = ${value};`];
      }
      case 'assign': {
        if (scope.plain.length === 0) return [];
        return [`${random.pick(scope.plain)} = ${this.#plain(scope)};`];
      }
      case 'log':
        return random.chance(0.5) ? [`console.log(${this.#plain(scope)});`] : [];
      case 'if': {
        const then = this.#block(scope, depth);
        const otherwise = this.#block(scope, depth);
        return [[`if (${this.#condition(scope)}) {`, then, '} else {', otherwise, '}']];
      }
      case 'loop':
        return [[`for (let i = 0; i < ${random.between(1, 3)}; i++) {`, this.#block(scope, depth), '}']];
      case 'while': {
        const name = this.#name('n');
        return [
          [
            `let ${name} = 0; while (${name}++ < 3 && ${this.#condition(scope)}) {`,
            [...this.#block(scope, depth), random.chance(0.3) ? 'break;' : ''],
            '}',
          ],
        ];
      }
      case 'iterate': {
        const name = this.#name('o');
        const inner = scope.inner();
        inner.opaque.push(name);
        const body = this.#statements(inner, random.between(1, 2), depth - 1);
        const source = this.#opaque(scope, 0.15);
        return [[`try { let k = 0; for (const ${name} of ${source}) { if (k++ > 4) break;`, body, '} } catch (e) {}']];
      }
      case 'each': {
        const name = this.#name('o');
        const inner = scope.inner();
        inner.opaque.push(name);
        const call = this.#sink(inner);
        const source = this.#opaque(scope, 0.2);
        const result = this.#declarePlain(scope);
        const list = random.pick([
          `${source}.map`,
          `${source}?.map`,
          `Array.from(${source}).map`,
          `[...${source}].map`,
        ]);
        return [
          `let ${result}; try { ${result} = (await Promise.all(${list}(async (${name}) => ${call}))).length; } catch (e) { ${result} = e.name; }`,
        ];
      }
      case 'all': {
        const name = this.#declareOpaque(scope);
        const calls = random.list(random.between(2, 3), () => this.#anyCall(scope));
        return [`let ${name}; try { ${name} = await Promise.all([${calls.join(', ')}]); } catch (e) { ${name} = e; }`];
      }
      case 'settled': {
        const name = this.#declarePlain(scope);
        const calls = random.list(random.between(2, 3), () => this.#anyCall(scope));
        const kind = random.pick(['(one) => one.status', '(one) => one.reason?.code', '(one) => typeof one.value']);
        return [`let ${name} = (await Promise.allSettled([${calls.join(', ')}])).map(${kind}).join();`];
      }
      case 'race': {
        const name = this.#declarePlain(scope);
        const kind = random.pick(['race', 'any']);
        const calls = random.list(2, (at) => `${this.#anyCall(scope)}.then(() => ${at}, () => ${at + 2})`);
        // Each of the calls ends before the program goes on, so that only their order is observed.
        return [
          `const p${name} = [${calls.join(', ')}]; let ${name} = await Promise.${kind}(p${name}); await Promise.all(p${name});`,
        ];
      }
      case 'catch': {
        const name = this.#declarePlain(scope);
        const body = this.#block(scope, depth);
        const end = random.chance(0.3) ? ['} finally {', this.#block(scope, depth), '}'] : ['}'];
        const seen = random.pick(['e.message', 'e.code', 'e.name', '1', 'JSON.stringify(e.details ?? 0)', 'String(e)']);
        return [[`let ${name} = 0; try {`, body, `} catch (e) { ${name} = ${seen};`, ...end]];
      }
      case 'throw': {
        const thrown = random.pick([this.#opaque(scope), `new Error(${this.#plain(scope)})`, this.#literal()]);
        return random.chance(0.3) ? [`try { throw ${thrown}; } catch (e) { ${this.#sinkWith(scope, 'e')} }`] : [];
      }
      case 'function': {
        const name = this.#name('f');
        const inner = scope.inner();
        inner.opaque.push('a');
        inner.plain.push('b');
        const body = this.#statements(inner, random.between(1, 2), depth - 1);
        const value = random.pick([this.#plain(inner), this.#opaque(inner), 'a', 'b']);
        const given = `${this.#opaque(scope)}, ${this.#plain(scope)}`;
        const result = random.chance(0.5) ? this.#declarePlain(scope) : this.#declareOpaque(scope);
        return [
          [`const ${name} = async (a, b) => {`, body, `return ${value}; };`],
          `let ${result} = await ${name}(${given});`,
        ];
      }
      case 'generator': {
        const name = this.#name('g');
        const inner = scope.inner();
        inner.opaque.push('one');
        const values = random.list(random.between(1, 3), () => this.#opaque(scope));
        return [
          [
            `function* ${name}() { ${values.map((value) => `yield ${value};`).join(' ')} }`,
            [
              `let w${name}; for (const one of ${name}()) w${name} = ${this.#sink(inner)}.catch(() => 0); await w${name};`,
            ],
          ],
        ];
      }
      case 'stream': {
        const tools = this.#tools.filter(
          ({ role, variant }) => role === 'stream' || (role === 'echo' && variant === 'stream'),
        );
        if (tools.length === 0) return [];
        const count = this.#declarePlain(scope);
        const inner = scope.inner();
        inner.opaque.push('chunk');
        inner.plain.push(count);
        const last = this.#declareOpaque(scope);
        const listener = random.pick([
          `(chunk) => { ${count}++; }`,
          `async (chunk) => { ${count}++; await ${this.#sink(inner)}; }`,
          `(chunk) => { ${last} = chunk; }`,
          `(chunk) => { ${count} = ${this.#plain(inner)}; }`,
          `async (chunk) => { await ${this.#sink(inner)}; }`,
        ]);
        return [
          `let ${count} = 0, ${last};`,
          `try { await ${this.#call(random.pick(tools), scope, listener)}; } catch (e) { ${count} = 'failed'; }`,
        ];
      }
      case 'extract': {
        const name = this.#declareOpaque(scope);
        const properties = ['to: { type: "string" }', 'amount: { type: "number" }'];
        if (random.chance(0.5))
          properties.push('isUrgent: { type: "boolean" }', 'mode: { enum: ["urgent", "normal", "later"] }');
        const bad = random.chance(0.1) ? ', required: ["nothing"]' : '';
        const schema = `{ type: 'object', properties: { ${properties.join(', ')} }${bad} }`;
        return [
          `let ${name}; try { ${name} = await tools.extract({ handle: ${this.#opaque(scope)}, schema: ${schema} }); } catch (e) { ${name} = e.code; }`,
        ];
      }
      case 'destructure': {
        const [one, other] = [this.#name('o'), this.#name('o')];
        const fallback = random.pick(['', ` = ${this.#literal()}`]);
        const text = random.pick([
          `let { from: ${one}${fallback}, body: ${other} } = ${this.#opaque(scope)} ?? {};`,
          `let { 0: ${one}, amount: ${other}${fallback} } = ${this.#opaque(scope)} ?? {};`,
          `let ${one}, ${other}; try { ({ id: ${one}, ...${other} } = ${this.#opaque(scope)}); } catch (e) {}`,
          `let ${one}, ${other}; try { [${one}, ${other}${fallback}] = ${this.#opaque(scope, 0.15)}; } catch (e) {}`,
        ]);
        scope.opaque.push(one, other);
        return [text];
      }
      case 'collections': {
        const name = this.#declarePlain(scope);
        const [o, p] = [this.#opaque(scope), this.#opaque(scope)];
        const lit = this.#literal();
        const value = random.pick([
          `new Set([${o}, ${p}]).size`,
          `new Map([[${o}, ${lit}]]).get(${p}) ?? 'none'`,
          `new Map([['a', ${o}]]).size`,
          `new WeakSet([Object(${o})]).has(${p})`,
          `[${o}, ${p}].indexOf(${p})`,
          `[${o}, ${p}].filter(Boolean).length`,
          `[${o}].flat(3).length`,
          `[].concat(${o}, ${p}).length`,
          `[${o}, ${p}].find((one) => one === ${p}) === ${o}`,
          `[${o}, ${p}].findLastIndex((one) => one?.from)`,
          `Object.keys(Object.groupBy([${o}, ${p}], (one) => typeof one)).join()`,
        ]);
        return [`let ${name}; try { ${name} = ${value}; } catch (e) { ${name} = e.message; }`];
      }
      case 'sort': {
        const name = this.#declareOpaque(scope);
        const [o, p] = [this.#opaque(scope), this.#opaque(scope)];
        const sorted = random.pick([
          `[${o}, ${p}].sort()`,
          `[{ at: ${o} }, { at: ${p} }].sort((a, b) => (a.at < b.at ? -1 : 1))`,
          `[${o}, ${p}].toSorted((a, b) => a - b)`,
          `[${o}, ${p}].reverse()`,
          `[${o}, ${p}].reduce((sum, one) => [...sum, one], [])`,
          `Object.values({ a: ${o}, b: ${p} })`,
          `Object.entries({ a: ${o}, b: ${p} }).map(([key, value]) => value)`,
          `[${o}, ${p}].map((one, at) => ({ one, at }))`,
        ]);
        return [`let ${name}; try { ${name} = ${sorted}; } catch (e) { ${name} = e.message; }`];
      }
      case 'switch': {
        const cases = random.list(2, () => `case ${this.#plain(scope)}:`);
        return [
          [
            `switch (${random.chance(0.5) ? this.#opaque(scope) : this.#plain(scope)}) { ${cases[0]}`,
            this.#block(scope, depth),
            `break; ${cases[1]} default:`,
            this.#block(scope, depth),
            '}',
          ],
        ];
      }
      default:
        // What a program changes of its own world.
        return random.chance(0.4)
          ? [
              random.pick([
                'Array.prototype.map = function () { return [1]; };',
                'Object.prototype.toJSON = function () { return "all"; };',
                'String.prototype.toString = function () { return "mine"; };',
                'JSON.stringify = () => "mine";',
                'Array.prototype[Symbol.iterator] = function* () { yield 1; };',
                'Map.prototype.get = Map.prototype.has = () => true;',
                'Object.prototype.from = "mine";',
                'Object.defineProperty(Object.prototype, "then", { get() { return undefined; }, configurable: true });',
                'Object.defineProperty(Array.prototype, "0", { set(value) { globalThis.caught = value; }, get() { return globalThis.caught; }, configurable: true });',
                'Promise.prototype.then = ((then) => function (...args) { globalThis.thens = (globalThis.thens ?? 0) + 1; return then.apply(this, args); })(Promise.prototype.then);',
                'WeakMap.prototype.get = () => "@h1";',
                'Reflect.apply = () => 1;',
              ]),
            ]
          : [];
    }
  }

  #read(scope) {
    const call = this.#call(this.#random.pick(this.#tools.filter(({ role }) => role !== 'sink')), scope);
    const name = this.#declareOpaque(scope);
    return this.#random.chance(0.5)
      ? [`let ${name}; try { ${name} = await ${call}; } catch (e) { ${name} = e; }`]
      : [`const ${name} = await ${call};`];
  }

  #declareOpaque(scope) {
    const name = this.#name('o');
    scope.opaque.push(name);
    return name;
  }

  #declarePlain(scope) {
    const name = this.#name('p');
    scope.plain.push(name);
    return name;
  }

  #anyCall(scope) {
    const isSink = this.#random.chance(0.6);
    return this.#call(this.#random.pick(this.#tools.filter(({ role }) => (role === 'sink') === isSink)), scope);
  }

  #sink(scope) {
    return this.#call(this.#random.pick(this.#tools.filter(({ role }) => role === 'sink')), scope);
  }

  #sinkWith(scope, name) {
    const inner = scope.inner();
    inner.opaque.push(name);
    return `await ${this.#sink(inner)};`;
  }

  #call({ name, params }, scope, listener) {
    const random = this.#random;
    const args = Object.entries(params)
      .filter(([key]) => key !== 'nonce' && key !== 'nonceFor' && !random.chance(0.06))
      .map(([key, param]) => `${key}: ${this.#argument(param, scope)}`);
    // From what is known of them, the oracle learns how trusted the program is.
    const probe = [`nonce: 'nonce-${this.#literals.next()}'`, "nonceFor: 'ann@example.com'"];
    const parts = random.chance(0.5) ? [...args, ...probe] : [...probe, ...args];
    return `tools.${name}({ ${parts.join(', ')} }${listener === undefined ? '' : `, ${listener}`})`;
  }

  #argument({ shape }, scope) {
    const random = this.#random;
    switch (shape) {
      case 'any': {
        const kind = random.next();
        if (kind < 0.5) return this.#opaque(scope);
        if (kind < 0.65) return `[${this.#opaque(scope)}, ${this.#plain(scope)}]`;
        if (kind < 0.8) return `{ one: ${this.#opaque(scope)}, more: { other: ${this.#opaque(scope)} } }`;
        return this.#plain(scope);
      }
      case 'list':
        return `[${random.list(random.between(1, 2), () => this.#text(scope)).join(', ')}]`;
      case 'member':
        return random.chance(0.6) ? `'${random.pick(members)}'` : this.#text(scope);
      case 'flag':
        return random.chance(0.5) ? this.#condition(scope) : random.pick(['true', 'false']);
      case 'number':
        return random.pick([
          `${random.between(1, 9999)}`,
          '48213377',
          `${this.#opaque(scope)}`,
          `Number(${this.#plain(scope)}) || 7`,
        ]);
      case 'open':
        return `{ [${random.chance(0.7) ? this.#plain(scope) : "'key'"}]: ${this.#text(scope)} }`;
      default:
        return this.#text(scope);
    }
  }

  /** Writes what is likely to be a text. */
  #text(scope) {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.25) return this.#literal();
    if (kind < 0.35) return `'${random.pick(userValues)}'`;
    if (kind < 0.4) return `'${random.pick(storedValues.file)}'`;
    if (kind < 0.6) return this.#opaque(scope);
    if (kind < 0.65)
      return random.pick(["'@h1/0/from'", "'@h1/0/id'", "'@h1/1/body'", "'@h1/9/from'", "'@h1'", "'@@ann'"]);
    if (kind < 0.75) return `(${this.#condition(scope)} ? ${this.#literal()} : ${this.#literal()})`;
    return `\`\${${this.#plain(scope)}}\``;
  }

  /** Writes what is, or is a part of, what a tool has returned. */
  #opaque(scope, nested = 0.6) {
    const random = this.#random;
    const names = scope.opaque;
    let text = names.length === 0 ? '({})' : random.pick(names);
    const steps = [
      '[0]',
      '[0]',
      '[1]',
      '[3]',
      '.from',
      '.body',
      '.id',
      '.id',
      '.amount',
      '.tags',
      '.items',
      '.note',
      '.length',
      '.secret',
      '.body',
      '.lines',
      "['a/b']",
      '.text',
      '.urgent',
      '.map',
      '.then',
    ];
    for (let left = 3; left > 0 && random.chance(nested); left--) text += `?.${random.pick(steps).replace(/^\./, '')}`;
    return text;
  }

  #condition(scope) {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.3) return this.#opaque(scope);
    if (kind < 0.5) return `${this.#plain(scope)} == ${this.#plain(scope)}`;
    if (kind < 0.6) return `${this.#opaque(scope)} === ${this.#opaque(scope)}`;
    if (kind < 0.7) return `!${this.#opaque(scope)}`;
    return `(${this.#plain(scope)})`;
  }

  /** Writes what a program makes of what it has. */
  #plain(scope) {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.25) return this.#literal();
    if (kind < 0.5 && scope.plain.length > 0) return random.pick(scope.plain);
    if (kind < 0.55) return `'${random.pick(userValues)}'`;
    const [o, p] = [this.#opaque(scope), this.#opaque(scope)];
    if (kind < 0.87) return random.pick(blind)(o, p);
    return `(() => { try { return ${random.pick(looks)(o, p)}; } catch (e) { return e.name; } })()`;
  }

  #value(scope) {
    const random = this.#random;
    const plain = () => (scope.plain.length > 0 ? random.pick(scope.plain) : "'nothing'");
    return random.pick([
      plain(),
      `[${plain()}, ${plain()}]`,
      `{ a: ${plain()} }`,
      this.#plain(scope),
      this.#opaque(scope),
      "'done'",
    ]);
  }
}

/** The names that statements may use. */
class Scope {
  opaque = [];
  plain = [];

  inner() {
    const inner = new Scope();
    inner.opaque = [...this.opaque];
    inner.plain = [...this.plain];
    return inner;
  }
}

/** What should reveal nothing of an opaque value. */
const blind = [
  (o) => `typeof ${o}`,
  (o) => `(${o} ? 1 : 2)`,
  (o) => `!${o}`,
  (o, p) => `(${o} === ${p})`,
  (o) => `(${o} == null)`,
  (o) => `(${o} ?? 'none') === 'none'`,
  (o) => `Array.isArray(${o})`,
  (o) => `(${o} instanceof Array)`,
  (o) => `Object.prototype.toString.call(${o})`,
  (o) => `typeof ${o}?.constructor`,
  (o) => `(Object.getPrototypeOf(Object(${o})) === Array.prototype)`,
  (o) => `Object.isFrozen(${o})`,
  (o, p) => `Object.is(${o}, ${p})`,
  (o) => `typeof (await ${o})`,
  (o) => `typeof ${o}?.then`,
  (o) => `(${o} && 3)`,
  (o) => `Number.isInteger(${o})`,
  (o) => `new Array(${o}).length`,
  (o) => `[${o}].length`,
  (o) => `(void ${o}, 0)`,
  (o) => `typeof ${o}?.[Symbol.toStringTag]`,
  (o) => `[${o}].map((one) => typeof one).join()`,
  (o) => `(({ a: ${o} }).a === undefined)`,
  (o) => `typeof Object(${o})`,
  (o, p) => `[${o}, ${p}].includes(${p})`,
  (o) => `(function () { return typeof this; }).call(${o})`,
  (o) => `((x = 'none') => typeof x)(${o})`,
  (o) => `typeof ({ ...{ a: ${o} } }).a`,
  (o) =>
    `(() => { try { new (class { #x; static has(v) { return #x in Object(v); } })(); return 1; } catch { return 2; } })()`,
  (o) => `typeof Reflect.get(Object(${o}), 'from')`,
  (o) => `Error.isError?.(${o})`,
];

/** What turns a value into something that the program can read. */
const looks = [
  (o) => `String(${o})`,
  (o) => `\`\${${o}}\``,
  (o) => `${o}.length`,
  (o) => `JSON.stringify(${o})`,
  (o) => `JSON.parse(JSON.stringify({ a: ${o} })).a`,
  (o) => `${o} + ''`,
  (o) => `${o}.includes('a')`,
  (o) => `Object.keys(${o}).join()`,
  (o) => `(${o} > 5)`,
  (o, p) => `(${o} == ${p})`,
  (o) => `(${o} == 'ann@example.com')`,
  (o) => `[...${o}].length`,
  (o) => `('from' in ${o})`,
  (o) => `('1' in ${o})`,
  (o) => `({ ...${o} }).from`,
  (o) => `/a/.test(${o})`,
  (o) => `Number(${o})`,
  (o) => `parseInt(${o})`,
  (o) => `isNaN(${o})`,
  (o) => `Math.max(${o}, 3)`,
  (o) => `new Date(${o}).getTime()`,
  (o) => `'abcdef'[${o}]`,
  (o) => `'abcdef'.slice(${o})`,
  (o) => `'abc'.replace('b', ${o})`,
  (o) => `[1, 2, 3].at(${o})`,
  (o, p) => `[${o}, ${p}].join()`,
  (o, p) => `[${o}, ${p}].toString()`,
  (o) => `Object.entries(${o}).length`,
  (o) => `Object.assign({}, ${o}).from`,
  (o) => `${o}.map((one) => typeof one).join()`,
  (o) => `${o}.toUpperCase()`,
  (o) => `${o}.toFixed(1)`,
  (o) => `${o}.hasOwnProperty('from')`,
  (o) => `Array.from(${o}).length`,
  (o) => `new Set(${o}).size`,
  (o) => `Object.getOwnPropertyNames(${o}).length`,
  (o) => `Reflect.has(${o}, '0')`,
  (o) => `Reflect.ownKeys(${o}).length`,
  (o) => `(() => { let keys = ''; for (const key in ${o}) keys += key; return keys; })()`,
  (o) => `({ alpha: 1, 5: 2 })[${o}]`,
  (o) => `encodeURIComponent(${o})`,
  (o) => `new Error(${o}).message`,
  (o) => `typeof ${o}.map`,
  (o) => `${o}.valueOf() === 5`,
  (o) => `(${o} | 0)`,
  (o) => `-${o}`,
  (o) => `${o}()`,
  (o) => `new (${o})()`,
  (o) => `Symbol(${o}).description`,
  (o) => `(delete ${o}.from)`,
  (o) => `(${o}.from = 1)`,
  (o) => `JSON.stringify([${o}], (key, value) => typeof value)`,
  (o) => `({ get a() { return ${o} + ''; } }).a`,
  (o) => `String.raw({ raw: ['a', 'b'] }, ${o})`,
  (o) => `Object.fromEntries([[${o}, 1]]) && 1`,
  (o) => `${o}.toString === ({}).toString`,
];
