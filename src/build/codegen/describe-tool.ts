import type { BindTarget } from '../../tool/metadata/tool-options.js';
import { readBindings } from './bound-types.js';
import { readClosed } from './closed-option.js';
import { type OpenSchema, ts } from './compiler.js';
import { describeParameters, type ParameterRecord } from './describe-parameters.js';
import { GenerationProblem } from './generation-problem.js';
import { findOverriddenMethods } from './overridden-methods.js';
import { resolveReferences } from './resolve-references.js';
import { createReturnSchema } from './return-schema.js';
import { type DocExample, type DocumentedDeclaration, readToolDoc } from './tool-doc.js';
import type { DescribedSite } from './tool-site.js';
import { TypeSchemas } from './type-schemas.js';

/** The description of one tool in the generated module. Schemas contain a ClassRef in place of each class. */
export interface ToolRecord {
  /** The name of a function. A method has the name of its key. */
  readonly name?: string;
  readonly description?: string;
  /** The parameters; undefined if the tool declares its own `inputSchema`. */
  readonly params?: readonly ParameterRecord[];
  /** The bindings that the types of parameters declare, by the position of the parameter. */
  readonly bindings?: Readonly<Record<string, BindTarget>>;
  readonly returns?: OpenSchema;
  readonly examples?: readonly DocExample[];
  readonly $defs?: Readonly<Record<string, OpenSchema>>;
}

/** How tools are described. */
export interface ToolReading {
  readonly checker: ts.TypeChecker;
  /** Whether inputs are closed, unless a tool decides itself. */
  readonly closed: boolean;
}

/**
 * Reads the types and comments of one tool.
 *
 * @throws GenerationProblem if JSON Schema cannot represent a type, if a tag has an invalid value, and on a method that is
 * private or protected.
 */
export function describeTool(site: DescribedSite, { checker, closed }: ToolReading): ToolRecord {
  const { declaration, method, options, signature, presetCount = 0 } = site;
  checkIsPublic(declaration);
  const doc = readToolDoc(findDocumentedDeclarations(site, checker), method);
  const inputs = new TypeSchemas(checker, { direction: 'input', isClosed: readClosed(site, checker) ?? closed });
  const params = options.has('inputSchema') ? undefined : describeParameters({ site, doc, schemas: inputs, checker });
  const bindings = readBindings(site, checker);
  const outputs = new TypeSchemas(checker, { direction: 'output' });
  const returned = {
    type: signature.getReturnType(),
    node: declaration.type,
    accumulate: options.text('accumulate') ?? 'concat',
  };
  // A type that says nothing about the data, such as `unknown`, has a schema if a tag states one.
  const stated = doc.returns.type === undefined ? undefined : {};
  const hasOutput = options.isOffer !== true && !options.has('outputSchema');
  const typed = !hasOutput ? undefined : (createReturnSchema(returned, outputs, checker) ?? stated);
  const returns = typed === undefined ? undefined : { ...typed, ...doc.returns };
  const resolved = resolveReferences([
    { roots: (params ?? []).map(({ schema }) => schema), definitions: inputs.definitions },
    { roots: [returns], definitions: outputs.definitions },
  ]);
  const [inputRoots, [output] = []] = resolved.roots;
  return {
    ...(doc.description === undefined || options.states('description') ? {} : { description: doc.description }),
    ...(params === undefined ? {} : { params: params.map((param, index) => withSchema(param, inputRoots?.[index])) }),
    ...(bindings === undefined ? {} : { bindings }),
    ...(output === undefined ? {} : { returns: output }),
    // An example calls the function with the arguments that `bind` has set.
    ...(doc.examples.length === 0 || presetCount > 0 ? {} : { examples: doc.examples }),
    ...(Object.keys(resolved.$defs).length === 0 ? {} : { $defs: resolved.$defs }),
  };
}

/** Throws on a method that only its class may call: a model would call it. Legacy decorators do not see it. */
function checkIsPublic(declaration: ts.SignatureDeclaration): void {
  const flags = ts.getCombinedModifierFlags(declaration);
  if ((flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0) return;
  const access = (flags & ts.ModifierFlags.Private) === 0 ? 'protected' : 'private';
  const problem = `is ${access}, but models would call it. Make it public, or remove its decorator.`;
  throw new GenerationProblem(declaration.name ?? declaration, problem);
}

function withSchema({ schema: _, ...param }: ParameterRecord, schema: OpenSchema | undefined): ParameterRecord {
  return schema === undefined ? param : { ...param, schema };
}

/**
 * Returns the declarations whose comments may describe the tool: first overload, implementation, overridden methods, and
 * the constant that holds the tool.
 */
function findDocumentedDeclarations(
  { declaration, method, signature, owner, holder }: DescribedSite,
  checker: ts.TypeChecker,
): readonly DocumentedDeclaration[] {
  const declared = signature.getDeclaration();
  const inherited = owner === undefined ? [] : findOverriddenMethods(owner.symbol, method, checker);
  const signatures = [declared, declaration, ...inherited].filter((one) => one !== undefined);
  return [
    ...signatures.map((one) => ({ node: one, signature: one })),
    ...(holder === undefined ? [] : [{ node: holder, signature: declaration }]),
  ];
}
