import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installPackedPackage } from '../support/packed-package.js';
import { root, runNode } from '../support/repository.js';

const dtoPackages = ['class-transformer', 'class-validator'];

/** An app whose tool has a DTO that contains another one. It prints what the tool receives, or the error. */
const app = (first = '') => `
${first}
import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import { ToolSpec } from 'toolwright';

class Item {}
IsString()(Item.prototype, 'title');
class Order {}
IsInt()(Order.prototype, 'count');
ValidateNested()(Order.prototype, 'item');
Type(() => Item)(Order.prototype, 'item');

async function main() {
  const order = (received) => [received instanceof Order, received.item instanceof Item];
  const spec = ToolSpec.fromFunction(order, { name: 'order', inputSchema: Order });
  return (await spec.exec({ count: 1, item: { title: 'tea' } })).data;
}
main().then((data) => process.stdout.write(JSON.stringify(data)), (error) => process.stdout.write(error.message));
`;

/** A class without rules, because class-validator is not installed. */
const documentedClass = `
import { Field, ToolSpec } from 'toolwright';
class Order {}
Field({ description: 'How many' })(Order.prototype, 'count');
try {
  ToolSpec.fromFunction(() => 1, { name: 'order', inputSchema: Order });
} catch (error) {
  process.stdout.write(error.details.reason + ': ' + error.message);
}
`;

/** A tool whose types `toolwright/register` reads. */
const typedTool = `
import { IsInt } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';
export class Order {
  @IsInt() count!: number;
}
export class Shop extends ToolRegistry {
  @Tool() order(order: Order): number { return order.count; }
}
`;

describe('the support for DTO classes', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
    for (const name of dtoPackages) {
      rmSync(join(project, 'node_modules', name));
      cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
    }
    for (const name of ['validator', 'libphonenumber-js']) {
      cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
    }
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  const run = (name: string, code: string): string => {
    writeFileSync(join(project, name), code);
    return runNode([name], { cwd: project });
  };

  const runBundle = async (format: 'esm' | 'cjs', code: string): Promise<string> => {
    const outfile = join(project, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs');
    const stdin = { contents: code, resolveDir: project };
    await build({ stdin, outfile, format, bundle: true, platform: 'node', logLevel: 'error' });
    return runNode([outfile], { cwd: tmpdir() });
  };

  it('is loaded in Node without an import, with the copies of the packages that the app has', () => {
    expect(run('app.mjs', app())).toBe('[true,true]');
  });

  it('can be imported in Node', () => {
    expect(run('imported.mjs', app("import 'toolwright/dto';"))).toBe('[true,true]');
  });

  it.each(['esm', 'cjs'] as const)('is part of a bundle in format %s that imports it', async (format) => {
    expect(await runBundle(format, app("import 'toolwright/dto';"))).toBe('[true,true]');
  });

  it.each(['esm', 'cjs'] as const)(
    'is never that of an installed copy for a bundle in format %s, whose classes are in another class-transformer',
    async (format) => {
      expect(await runBundle(format, app())).toBe(
        "order: inputSchema: class 'Order' is a DTO class, but a bundle, and a runtime without Node's module loader, " +
          "need an import for DTO classes. Add import 'toolwright/dto' to the module of the class. " +
          'See node_modules/toolwright/docs/bundle-size.md.',
      );
    },
  );

  describe.each(dtoPackages)('without %s', (missing) => {
    it('names the package and the command that installs it, only for a DTO class', () => {
      const folder = join(project, 'node_modules', missing);
      const kept = `${folder}.kept`;
      cpSync(folder, kept, { recursive: true });
      rmSync(folder, { recursive: true });
      try {
        expect(run('documented.mjs', documentedClass)).toBe(
          `missing_package: order: inputSchema: class 'Order' is a DTO class, but the package ${missing} is not installed. ` +
            'Run npm install class-validator class-transformer. See node_modules/toolwright/docs/bundle-size.md.',
        );
        const plain = `import { ToolSpec } from 'toolwright';
          const add = ToolSpec.fromFunction((a) => a + 1, { name: 'add', params: { a: { type: Number } } });
          process.stdout.write(String(await add.call({ a: 1 })));`;
        expect(run('plain.mjs', plain)).toBe('2');
      } finally {
        cpSync(kept, folder, { recursive: true });
        rmSync(kept, { recursive: true });
      }
    });
  });

  it('names the package that a TypeScript file with a DTO class lacks when Node loads it', () => {
    const folder = join(project, 'node_modules/class-transformer');
    const kept = `${folder}.kept`;
    renameSync(folder, kept);
    try {
      writeFileSync(join(project, 'shop.mts'), typedTool);
      const load = "import('./shop.mts').catch(({ details, message }) => console.log(details.reason, message));";
      writeFileSync(join(project, 'load.mjs'), load);
      const args = ['--no-warnings', '--import', 'toolwright/register', 'load.mjs'];
      expect(runNode(args, { cwd: project })).toBe(
        'missing_package shop.mts: an argument of a tool is a DTO class, but the package class-transformer is not installed. ' +
          'Run npm install class-validator class-transformer. See node_modules/toolwright/docs/bundle-size.md.\n',
      );
    } finally {
      renameSync(kept, folder);
    }
  });
});
