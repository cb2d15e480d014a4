import { type OpenSchema, ts } from './compiler.js';
import { describeParameters, type ParameterRecord } from './describe-parameters.js';
import type { ToolSite } from './find-tools.js';
import { overriddenMethods } from './overridden-methods.js';
import { returnSchema } from './return-schema.js';
import { settleReferences } from './settle-references.js';
import { type DocExample, readToolDoc } from './tool-doc.js';
import { TypeSchemas } from './type-schemas.js';

/** What the generated module says of one tool. Schemas hold a ClassRef where a class stands. */
export interface ToolRecord {
  readonly description?: string;
  /** Left out where the tool states its own `inputSchema`. */
  readonly params?: readonly ParameterRecord[];
  readonly returns?: OpenSchema;
  readonly examples?: readonly DocExample[];
  readonly $defs?: Readonly<Record<string, OpenSchema>>;
}

/** Reads one tool's types and comments. Throws a GenerationProblem on what has no schema. */
export function describeTool(site: ToolSite, checker: ts.TypeChecker): ToolRecord {
  const { declaration, method, options, signature } = site;
  const doc = readToolDoc(documented(site, checker), method);
  const inputs = new TypeSchemas(checker, 'input');
  const params = options.has('inputSchema') ? undefined : describeParameters({ site, doc, schemas: inputs, checker });
  const outputs = new TypeSchemas(checker, 'output');
  const returned = {
    type: signature.getReturnType(),
    node: declaration.type,
    accumulate: options.text('accumulate') ?? 'concat',
  };
  const returns = options.has('outputSchema') ? undefined : returnSchema(returned, outputs, checker);
  const settled = settleReferences([
    { roots: (params ?? []).map(({ schema }) => schema), definitions: inputs.definitions },
    { roots: [returns === undefined ? undefined : { ...returns, ...doc.returns }], definitions: outputs.definitions },
  ]);
  const [inputRoots, [output] = []] = settled.roots;
  return {
    ...(doc.description === undefined ? {} : { description: doc.description }),
    ...(params === undefined ? {} : { params: params.map((param, index) => withSchema(param, inputRoots?.[index])) }),
    ...(output === undefined ? {} : { returns: output }),
    ...(doc.examples.length === 0 ? {} : { examples: doc.examples }),
    ...(Object.keys(settled.$defs).length === 0 ? {} : { $defs: settled.$defs }),
  };
}

function withSchema({ schema: _, ...param }: ParameterRecord, schema: OpenSchema | undefined): ParameterRecord {
  return schema === undefined ? param : { ...param, schema };
}

/** Whose comments may speak for the tool: the overload that counts, the implementation, the method it overrides. */
function documented({ declaration, signature, owner }: ToolSite, checker: ts.TypeChecker): ts.SignatureDeclaration[] {
  const declared = signature.getDeclaration();
  const inherited = overriddenMethods(owner.symbol, declaration.name.getText(), checker);
  return [declared, declaration, ...inherited].filter((one) => one !== undefined);
}
