import { type OpenSchema, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { editProperties } from './edit-properties.js';
import type { ToolSite } from './find-tools.js';
import { GenerationProblem } from './generation-problem.js';
import { literalValue } from './literal-value.js';
import { parameterDoc } from './parameter-doc.js';
import type { ToolDoc } from './tool-doc.js';
import { admitsUndefined, isOwnType, membersOf } from './type-questions.js';
import type { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** What the generated module says of one parameter. */
export interface ParameterRecord {
  readonly name?: string;
  readonly schema?: OpenSchema;
  readonly optional?: true;
  readonly rest?: true;
  readonly default?: unknown;
  /** It takes the ToolContext. */
  readonly context?: true;
  /** The overload that counts does not have it: it is never sent. */
  readonly absent?: true;
}

/** What parameters are described from. */
export interface ParameterParts {
  readonly site: ToolSite;
  readonly doc: ToolDoc;
  readonly schemas: TypeSchemas;
  readonly checker: ts.TypeChecker;
}

/** Describes each parameter of a tool's implementation. Throws a GenerationProblem on one that has no JSON form. */
export function describeParameters(parts: ParameterParts): readonly ParameterRecord[] {
  const declared = parts.site.declaration.parameters.filter(({ name }) => name.getText() !== 'this');
  const records = declared.map((parameter, index) => describeParameter(parameter, index, parts));
  const sent = declared.filter((parameter, index) => {
    const isKept = records[index]?.context === undefined && records[index]?.absent === undefined;
    return isKept && !isSupplied(parameter, parts.site);
  });
  const isNamed = (parameter: ts.ParameterDeclaration): boolean =>
    records[declared.indexOf(parameter)]?.name !== undefined || isNamedByDecorator(parameter);
  const nameless = sent.length > 1 ? sent.find((parameter) => !isNamed(parameter)) : undefined;
  if (nameless !== undefined) {
    throw new GenerationProblem(
      nameless,
      `parameter #${declared.indexOf(nameless) + 1} is a pattern and has no name. Say it with @Param({ name }), or take one object.`,
    );
  }
  return records;
}

function describeParameter(parameter: ts.ParameterDeclaration, index: number, parts: ParameterParts): ParameterRecord {
  const { checker, site } = parts;
  const symbol = site.signature.parameters[index];
  if (symbol === undefined) return { ...nameOf(parameter), optional: true, absent: true };
  const type = checker.getTypeOfSymbolAtLocation(symbol, parameter);
  const written = symbol.valueDeclaration;
  const overloaded = written !== undefined && ts.isParameter(written) ? written : parameter;
  const name = { ...nameOf(parameter), ...nameOf(overloaded) };
  if (membersOf(type).some((member) => isOwnType(member, /^ToolContext$/))) return { ...name, context: true };
  if ((overloaded.dotDotDotToken === undefined) !== (parameter.dotDotDotToken === undefined)) {
    throw new GenerationProblem(
      parameter,
      'the first overload and the implementation differ in what they take as rest parameters. Write both alike.',
    );
  }
  const isOptional = overloaded.questionToken !== undefined || admitsUndefined(type);
  const literal = parameter.initializer && literalValue(parameter.initializer, checker);
  const schema = parameterSchema({ parameter, overloaded, type }, parts);
  return {
    ...name,
    ...(schema === undefined ? {} : { schema }),
    ...(isOptional || parameter.initializer !== undefined ? { optional: true as const } : {}),
    ...(parameter.dotDotDotToken === undefined ? {} : { rest: true as const }),
    ...(literal === undefined ? {} : { default: literal.value }),
  };
}

function nameOf({ name }: ts.ParameterDeclaration): Pick<ParameterRecord, 'name'> {
  return ts.isIdentifier(name) ? { name: name.text } : {};
}

interface Typed {
  readonly parameter: ts.ParameterDeclaration;
  /** The parameter as the overload that counts declares it. */
  readonly overloaded: ts.ParameterDeclaration;
  readonly type: ts.Type;
}

function parameterSchema({ parameter, overloaded, type }: Typed, parts: ParameterParts): OpenSchema | undefined {
  const { schemas, site } = parts;
  if (isDescribed(parameter, site)) return undefined;
  try {
    const typed = schemas.schemaOf(type, overloaded.type);
    const { keywords, edits } = parameterDoc(parameter, overloaded, parts);
    return editProperties({ ...typed, ...docOf(overloaded).keywords, ...keywords }, edits, schemas.definitions);
  } catch (error) {
    // A bound parameter needs no type until it is unbound, and the context none at all.
    if (error instanceof UnrepresentableType && isSupplied(parameter, site)) return undefined;
    throw error instanceof UnrepresentableType ? problemOf(error, parameter) : error;
  }
}

/** How many steps of the way to a problem are told. */
const longestPath = 8;

function problemOf({ what, path }: UnrepresentableType, parameter: ts.ParameterDeclaration): GenerationProblem {
  const steps = path.length > longestPath ? [...path.slice(0, longestPath), '…'] : path;
  const place = path.length === 0 ? '' : `, at ${steps.join('.').replaceAll('.[', '[')},`;
  const number = parameter.parent.parameters.indexOf(parameter) + 1;
  const name = ts.isIdentifier(parameter.name) ? ` '${parameter.name.text}'` : ` #${number}`;
  return new GenerationProblem(
    parameter,
    `parameter${name} is${place} ${what}, which has no JSON form. ` +
      'Take plain data, say its schema with @Param({ schema }), or bind it.',
  );
}

/** Whether the author said by hand what the parameter takes. */
function isDescribed(parameter: ts.ParameterDeclaration, { options }: ToolSite): boolean {
  const said = decoratorNamed(parameter, 'Param')?.arguments[0];
  const inline = said !== undefined && ts.isObjectLiteralExpression(said) ? said.properties : [];
  if (inline.some((property) => /^(?:schema|type)$/.test(property.name?.getText() ?? ''))) return true;
  return ts.isIdentifier(parameter.name) && options.paramHas(parameter.name.text, 'schema', 'type');
}

/** Whether something else than the model gives the parameter its value. */
function isSupplied(parameter: ts.ParameterDeclaration, { options }: ToolSite): boolean {
  if (decoratorNamed(parameter, 'Bind') !== undefined || decoratorNamed(parameter, 'Ctx') !== undefined) return true;
  const name = parameter.name.getText();
  return options.text('ctx') === name || options.keys('bind').includes(name);
}

function isNamedByDecorator(parameter: ts.ParameterDeclaration): boolean {
  return decoratorNamed(parameter, 'Param')?.arguments[0]?.getText().includes('name') === true;
}

function decoratorNamed(parameter: ts.ParameterDeclaration, name: string): ts.CallExpression | undefined {
  const calls = (ts.getDecorators(parameter) ?? []).map(({ expression }) => expression).filter(ts.isCallExpression);
  return calls.find(({ expression }) => expression.getText().split('.').at(-1) === name);
}
