import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    module: 'Preserve',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  },
  include: ['src'],
};

const types = `/** Selects orders. */
export interface Filter {
  /** Ordered on that day or later. */
  readonly since?: Date;
}
export type State = 'open' | 'paid';
`;

const dto = `import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';

export class Line {
  @IsString() article!: string;
  @IsInt() @Min(1) count!: number;
}

export class NewOrder {
  /** The buyer. */
  @IsString() customer!: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
`;

/** A class that is not exported, with every kind of parameter that needs its TypeScript type. */
const orders = `import { Bind, Tool, ToolRegistry } from 'toolwright';
import type { NewOrder } from './dto.ts';
import type { Filter, State } from './types.ts';

class Orders extends ToolRegistry {
  /**
   * Find orders.
   *
   * @param query - Words to look for.
   */
  @Tool()
  find(query: string, state: State, filter?: Filter, limit = 20): string {
    return [query, state, filter?.since instanceof Date, limit].join(' ');
  }

  @Tool()
  add(order: NewOrder, @Bind('user.name') user: string): string {
    return [user, order.customer, order.lines.map((line) => line.constructor === Object)].join(' ');
  }

  @Tool()
  join(separator: string, ...words: string[]): string {
    return words.join(separator);
  }

  @Tool()
  *count(to: number): Generator<string> {
    for (let at = 1; at <= to; at++) yield String(at);
  }

  @Tool()
  fail(reason: string): string {
    throw new Error(reason);
  }
}

export const orders = new Orders();
`;

const main = `import { orders } from './orders.ts';

const spec = (name: string) => orders.toolSpec(name as never) as any;
const state = { user: { name: 'Ada' } };
const report = {
  names: Object.keys(spec('find').inputSchema.properties),
  description: spec('find').description,
  query: spec('find').inputSchema.properties.query,
  state: spec('find').inputSchema.properties.state.enum,
  found: await spec('find').call({ query: 'tea', state: 'paid', filter: { since: '2026-01-02T00:00:00Z' } }),
  refused: (await spec('find').exec({ query: 'tea', state: 'lost' })).toText(),
  visible: Object.keys(spec('add').inputSchema.properties),
  added: await spec('add').call({ customer: 'Bo', lines: [{ article: 'tea', count: 2 }] }, { state }),
  invalid: (await spec('add').exec({ customer: 'Bo', lines: [{ article: 'tea', count: 0 }] }, { state })).toText(),
  joined: await spec('join').call({ separator: '-', words: ['a', 'b'] }),
  counted: (await spec('count').exec({ to: 3 })).toText(),
};
process.stdout.write(JSON.stringify(report));
`;

/** The output of the project's main module if each tool has its TypeScript types, comments and names. */
export const expectedReport = {
  names: ['query', 'state', 'filter', 'limit'],
  description: 'Find orders.',
  query: { type: 'string', description: 'Words to look for.' },
  state: ['open', 'paid'],
  found: 'tea paid true 20',
  refused: 'Invalid arguments for \'find\': /state must be "open" or "paid", got "lost"',
  visible: ['customer', 'lines'],
  added: 'Ada Bo false',
  invalid: "Invalid arguments for 'add': /lines/0/count must be >= 1, got 0",
  joined: 'a-b',
  counted: '123',
};

/** Creates a project with the packed package and a service. The caller removes the folder. */
export function createPluginProject(): string {
  const project = installPackedPackage('@nestjs/mapped-types');
  writeFiles(project, {
    'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify(tsconfig),
    'src/types.ts': types,
    'src/dto.ts': dto,
    'src/orders.ts': orders,
    'src/main.ts': main,
  });
  return project;
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
