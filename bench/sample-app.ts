import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** An app with many tools, in a folder of its own. */
export interface SampleApp {
  readonly folder: string;
  readonly toolCount: number;
  remove(): void;
}

/** What its classes look like. */
export interface SampleAppOptions {
  readonly files: number;
  readonly toolsPerFile: number;
  /** Without, they are the same classes with plain methods. */
  readonly decorated: boolean;
}

/** Writes an app whose tools take and give what tools usually do: literals, unions, lists, nested interfaces. */
export function createSampleApp({ files, toolsPerFile, decorated }: SampleAppOptions): SampleApp {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'node_modules'));
  // As a CommonJS module it would need the CommonJS build, which the compiler does not write.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(resolve('.'), join(folder, 'node_modules/toolwright'), 'dir');
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    types: [],
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (let file = 0; file < files; file++) {
    writeFileSync(join(folder, `src/service-${file}.ts`), serviceSource(file, { toolsPerFile, decorated }));
  }
  return { folder, toolCount: files * toolsPerFile, remove: () => rmSync(folder, { recursive: true }) };
}

function serviceSource(file: number, options: Pick<SampleAppOptions, 'toolsPerFile' | 'decorated'>): string {
  const { toolsPerFile, decorated } = options;
  const methods = Array.from({ length: toolsPerFile }, (_, index) => {
    const decorator = decorated ? `  @Tool({ annotations: { readOnlyHint: true }, timeoutMs: 5_000 })\n` : '';
    return `  /**
   * Find orders of kind ${index}.
   *
   * @param query - What to look for.
   * @minLength 1
   */
${decorator}  async find${index}(query: string, filter: Filter${file}, limit: number = ${index}): Promise<Order${file}[]> {
    const none: Order${file}[] = [];
    return none.filter((one) => one.id === query && filter.state === one.state).slice(0, limit);
  }
`;
  });
  return `import { Tool, ToolRegistry } from 'toolwright';

export type State${file} = 'open' | 'paid' | 'sent';

/** Which orders are meant. */
export interface Filter${file} {
  readonly state?: State${file};
  readonly tags?: readonly string[];
  readonly range: { readonly from: number; readonly to?: number | null };
}

export interface Order${file} {
  readonly id: string;
  readonly state: State${file};
  readonly lines: readonly { readonly article: string; readonly count: number }[];
}

export class Service${file} extends ToolRegistry {
${methods.join('\n')}}
${decorated ? '' : 'void Tool;\n'}`;
}
