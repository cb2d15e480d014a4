import { seePage } from '../../base/errors/docs-page.js';
import { boundValueNode, findDecorator, isBoundParameter } from './bound-types.js';
import { type OpenSchema, ts } from './compiler.js';
import { docOf } from './doc-comment.js';
import { DtoProblem } from './dto-classes.js';
import { editProperties } from './edit-properties.js';
import { GenerationProblem } from './generation-problem.js';
import { findParameterDoc } from './parameter-doc.js';
import { readLiteral } from './read-literal.js';
import type { ToolDoc } from './tool-doc.js';
import type { DescribedSite } from './tool-site.js';
import { acceptsUndefined, isOwnType, membersOf } from './type-predicates.js';
import type { TypeSchemas } from './type-schemas.js';
import { UnrepresentableType } from './unrepresentable-type.js';

/** The description of one parameter in the generated module. */
export interface ParameterRecord {
  readonly name?: string;
  readonly schema?: OpenSchema;
  readonly optional?: true;
  readonly rest?: true;
  readonly default?: unknown;
  /** Whether the parameter receives the ToolContext. */
  readonly context?: true;
  /** Whether the first overload does not declare the parameter, so that it is never sent. */
  readonly absent?: true;
}

/** The sources that parameters are described from. */
export interface ParameterParts {
  readonly site: DescribedSite;
  readonly doc: ToolDoc;
  readonly schemas: TypeSchemas;
  readonly checker: ts.TypeChecker;
}

/**
 * Describes each parameter of a tool's implementation.
 *
 * @throws GenerationProblem if JSON Schema cannot represent the type of a parameter.
 */
export function describeParameters(parts: ParameterParts): readonly ParameterRecord[] {
  const { declaration, presetCount = 0 } = parts.site;
  const all = declaration.parameters.filter(({ name }) => name.getText() !== 'this');
  const declared = all.slice(presetCount);
  const records = declared.map((parameter, index) => describeParameter(parameter, presetCount + index, parts));
  const sent = declared.filter((parameter, index) => {
    const isKept = records[index]?.context === undefined && records[index]?.absent === undefined;
    return isKept && !isSupplied(parameter, parts.site, parts.checker);
  });
  const isNamed = (parameter: ts.ParameterDeclaration): boolean =>
    records[declared.indexOf(parameter)]?.name !== undefined || isNamedByOptions(parameter, parts.site);
  const nameless = sent.length > 1 ? sent.find((parameter) => !isNamed(parameter)) : undefined;
  if (nameless !== undefined) {
    throw new GenerationProblem(
      nameless,
      `parameter #${declared.indexOf(nameless) + 1} is a destructuring pattern and has no name. ` +
        (parts.site.owner === undefined
          ? "Name all parameters in order with { params: ['a', 'b'] }, or declare one object parameter."
          : 'Name it with @Param({ name }), or declare one object parameter.'),
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
      'the first overload and the implementation declare different rest parameters. Declare the same in both.',
    );
  }
  const isOptional = overloaded.questionToken !== undefined || acceptsUndefined(type);
  const literal = parameter.initializer && readLiteral(parameter.initializer, checker);
  const schema = createParameterSchema({ parameter, overloaded, type }, parts);
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
  /** The parameter as the first overload declares it. */
  readonly overloaded: ts.ParameterDeclaration;
  readonly type: ts.Type;
}

function createParameterSchema({ parameter, overloaded, type }: Typed, parts: ParameterParts): OpenSchema | undefined {
  const { schemas, site, checker } = parts;
  if (isDescribed(parameter, site)) return undefined;
  const isBound = isBoundParameter(parameter, site, checker);
  const node = isBound ? boundValueNode(overloaded.type, checker) : overloaded.type;
  if (isBound && node === undefined) return undefined;
  try {
    const typed = schemas.schemaOf(isBound && node !== undefined ? checker.getTypeFromTypeNode(node) : type, node);
    const { keywords, edits } = findParameterDoc(parameter, overloaded, parts);
    return editProperties({ ...typed, ...docOf(overloaded).keywords, ...keywords }, edits, schemas.definitions);
  } catch (error) {
    // A bound parameter needs no schema until it is unbound, and the context never needs one.
    const isOfType = error instanceof UnrepresentableType || error instanceof DtoProblem;
    if (isOfType && isSupplied(parameter, site, checker)) return undefined;
    throw error instanceof UnrepresentableType ? createProblem(error, parameter, site) : error;
  }
}

/** The maximum number of path segments in a message. */
const maxPathLength = 8;

function createProblem(
  { what, path }: UnrepresentableType,
  parameter: ts.ParameterDeclaration,
  { owner }: DescribedSite,
): GenerationProblem {
  const steps = path.length > maxPathLength ? [...path.slice(0, maxPathLength), '…'] : path;
  const location = path.length === 0 ? '' : ` at '${steps.join('.').replaceAll('.[', '[')}'`;
  const verb = path.length === 0 ? 'is' : 'contains';
  const number = parameter.parent.parameters.indexOf(parameter) + 1;
  const name = ts.isIdentifier(parameter.name) ? ` '${parameter.name.text}'` : ` #${number}`;
  const key = ts.isIdentifier(parameter.name) ? parameter.name.text : 'name';
  const remedy =
    owner === undefined
      ? `pass the function to tool() with { params: { ${key}: { schema } } } or an inputSchema; bind the parameter`
      : 'set the schema with @Param({ schema }); bind the parameter';
  return new GenerationProblem(
    parameter,
    `parameter${name} ${verb} ${what}${location}, which JSON Schema cannot represent. ` +
      `Fix one of: accept plain data; ${remedy}.${seePage('supported-types')}`,
  );
}

/** Checks whether the parameter's schema or type is set explicitly. */
function isDescribed(parameter: ts.ParameterDeclaration, { options }: DescribedSite): boolean {
  const argument = findDecorator(parameter, 'Param')?.arguments[0];
  const inline = argument !== undefined && ts.isObjectLiteralExpression(argument) ? argument.properties : [];
  if (inline.some((property) => /^(?:schema|type)$/.test(property.name?.getText() ?? ''))) return true;
  const entry = options.param(parameter.name.getText(), positionOf(parameter));
  return entry?.getProperty('schema') !== undefined || entry?.getProperty('type') !== undefined;
}

/** Returns the position of a parameter among those that callers pass. */
export function positionOf(parameter: ts.ParameterDeclaration): number {
  return parameter.parent.parameters.filter(({ name }) => name.getText() !== 'this').indexOf(parameter);
}

/** Checks whether the parameter's value does not come from the model. */
export function isSupplied(parameter: ts.ParameterDeclaration, site: DescribedSite, checker: ts.TypeChecker): boolean {
  const { options } = site;
  if (findDecorator(parameter, 'Bind') !== undefined || findDecorator(parameter, 'Ctx') !== undefined) return true;
  const name = parameter.name.getText();
  if (options.text('ctx') === name || options.keys('bind').includes(name)) return true;
  return isBoundParameter(parameter, site, checker);
}

function isNamedByOptions(parameter: ts.ParameterDeclaration, { owner, options }: DescribedSite): boolean {
  if (owner === undefined) return options.param(parameter.name.getText(), positionOf(parameter)) !== undefined;
  return findDecorator(parameter, 'Param')?.arguments[0]?.getText().includes('name') === true;
}
