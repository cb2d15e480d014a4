import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { transform } from 'typia/lib/transform.mjs';

const source = join(import.meta.dirname, 'typia/search.ts');
const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** Compiles the validator that typia generates from a type, in a folder from which typia is found, and loads it. */
async function loadValidate() {
  const program = ts.createProgram([source], compilerOptions);
  let code = '';
  const diagnostics = [];
  const before = [transform(program, {}, { addDiagnostic: (diagnostic) => diagnostics.push(diagnostic) })];
  program.emit(undefined, (_, text) => (code += text), undefined, false, { before });
  if (diagnostics.length > 0) throw new TypeError(ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n'));
  const folder = mkdtempSync(join(import.meta.dirname, '.typia-'));
  try {
    const file = join(folder, 'search.mjs');
    writeFileSync(file, code);
    return (await import(file)).validate;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const call = (validate) => async (args, method) => {
  const { success, data, errors } = validate(args);
  if (!success) return { message: errors.map(({ path, expected }) => `${path}: ${expected}`).join('; ') };
  return await method(data);
};

/** typia by hand: code that it generates from the type when it is compiled, then the method. */
export const peer = {
  call: async ({ goodArguments, search, isFound }) => {
    const checked = call(await loadValidate());
    return [{ name: 'typia: validate, then the method', run: () => checked(goodArguments, search), works: isFound }];
  },
  reject: async ({ badArguments, search }) => {
    const checked = call(await loadValidate());
    return [
      {
        name: 'typia: validate, refused',
        run: () => checked(badArguments, search),
        works: ({ message }) => message.includes('query') && message.includes('limit') && message.includes('tags'),
      },
    ];
  },
};
