import ts from 'typescript';
import { createProgram } from '../support/program.js';
import { readManifest } from '../support/repository.js';

/** The names of the options of one object, which a caller passes as such or within other options. */
export interface OptionsObject {
  /** Where the object is within the options: names, `[]` for an entry of an array, and `*` for one of a record. */
  readonly path: readonly string[];
  /** The name of the type. */
  readonly type: string;
  readonly names: readonly string[];
  /** The values of the names that have only one, such as `type: 'bearer'`. */
  readonly fixed: Readonly<Record<string, string>>;
  /** The names whose type accepts any value. */
  readonly open: readonly string[];
}

/** A parameter of something public, whose type is an object with known names. */
export interface OptionsParameter {
  /** `serveMcp(options)`, `new Toolkit(options)`, `Toolkit#session(options)` or `ToolSpec.create(options)`. */
  readonly callee: string;
  readonly objects: readonly OptionsObject[];
}

interface Instances {
  readonly name: string;
  readonly type: ts.Type;
}

const sources = `${process.cwd()}/src/`;
const deepest = 5;

/** Returns the parameters of everything that the package exports which are objects with known names. */
export function findOptions(isOpen: (type: string) => boolean): readonly OptionsParameter[] {
  return new OptionsFinder(isOpen).find();
}

class OptionsFinder {
  readonly #program = createProgram({ files: entryPoints().map(([, file]) => file), options: compilerOptions() });
  readonly #checker = this.#program.getTypeChecker();
  readonly #isOpen: (type: string) => boolean;
  readonly #found = new Map<string, Map<string, OptionsObject>>();
  readonly #seen = new Set<ts.Symbol>();
  /** The exported classes and interfaces. */
  readonly #instances: Instances[] = [];
  /** The interfaces of the objects that callers pass. */
  readonly #passed = new Set<ts.Symbol>();

  constructor(isOpen: (type: string) => boolean) {
    this.#isOpen = isOpen;
  }

  find(): readonly OptionsParameter[] {
    for (const [subpath, file] of entryPoints()) {
      const module = this.#checker.getSymbolAtLocation(this.#program.getSourceFile(file) as ts.SourceFile);
      const exported = module === undefined ? [] : this.#checker.getExportsOfModule(module);
      for (const one of exported) this.#readExport(one, subpath);
    }
    const isClass = ({ type }: Instances): boolean => (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
    for (const one of this.#instances.filter(isClass)) this.#readMethods(one);
    // The functions of an object that callers pass are called by toolwright.
    const isReturned = ({ type }: Instances): boolean => !this.#passed.has(type.symbol);
    for (const { name, type } of this.#instances.filter((one) => !isClass(one) && isReturned(one))) {
      for (const one of type.getProperties()) this.#readMember(`${name}#`, one);
    }
    return [...this.#found].map(([callee, objects]) => ({ callee, objects: [...objects.values()] }));
  }

  #readExport(exported: ts.Symbol, subpath: string): void {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? this.#checker.getAliasedSymbol(exported) : exported;
    // A subpath may export what another one exports, too.
    if (this.#seen.has(symbol)) return;
    this.#seen.add(symbol);
    const name = subpath === '' ? exported.name : `${subpath}: ${exported.name}`;
    if (symbol.flags & ts.SymbolFlags.Value && !isTypeOnly(exported)) {
      const type = this.#checker.getTypeOfSymbol(symbol);
      this.#readCalls(name, type.getCallSignatures());
      this.#readCalls(`new ${name}`, type.getConstructSignatures());
      for (const one of type.getProperties()) if (one.name !== 'prototype') this.#readMember(`${name}.`, one);
    }
    if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) {
      this.#instances.push({ name, type: this.#checker.getDeclaredTypeOfSymbol(symbol) });
    }
  }

  #readMethods({ name, type }: Instances): void {
    for (const one of type.getProperties()) {
      // A method of an exported base class is listed there.
      const owner = this.#ownerOf(one);
      const isInherited = owner !== type.symbol && owner !== undefined && this.#seen.has(owner);
      if (one.flags & ts.SymbolFlags.Method && !isInherited) this.#readMember(`${name}#`, one);
    }
  }

  /** The class that declares a method. */
  #ownerOf({ valueDeclaration }: ts.Symbol): ts.Symbol | undefined {
    const owner = valueDeclaration?.parent;
    const name = owner !== undefined && ts.isClassDeclaration(owner) ? owner.name : undefined;
    return name === undefined ? undefined : this.#checker.getSymbolAtLocation(name);
  }

  #readMember(owner: string, member: ts.Symbol): void {
    if (isHidden(member)) return;
    const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(member));
    this.#readCalls(`${owner}${member.name}`, type.getCallSignatures());
  }

  #readCalls(callee: string, signatures: readonly ts.Signature[]): void {
    for (const signature of signatures) {
      if (signature.declaration !== undefined && isInternal(signature.declaration)) continue;
      signature.parameters.forEach((parameter, at) => {
        const declared = parameter.valueDeclaration;
        const isNamed = declared !== undefined && ts.isParameter(declared) && ts.isIdentifier(declared.name);
        // A parameter that is taken apart has no name.
        const name = isNamed ? parameter.name : at === 0 ? 'parts' : 'options';
        const type = this.#checker.getTypeOfSymbol(parameter);
        const listed = this.#parametersIn(type);
        for (const one of listed) this.#readObjects(`${callee}(${one.name})`, one.type, []);
        if (listed.length === 0) this.#readObjects(`${callee}(${name})`, type, []);
      });
    }
  }

  /** The parameters that a rest parameter lists by its type: a tuple with names, or one of several. */
  #parametersIn(type: ts.Type): readonly { readonly name: string; readonly type: ts.Type }[] {
    const resolved =
      type.flags & ts.TypeFlags.Conditional ? (this.#checker.getBaseConstraintOfType(type) ?? type) : type;
    if (resolved.isUnion()) return resolved.types.flatMap((one) => this.#parametersIn(one));
    if (!this.#checker.isTupleType(resolved)) return [];
    const { target } = resolved as ts.TupleTypeReference;
    return this.#checker.getTypeArguments(resolved as ts.TypeReference).flatMap((item, at) => {
      const name = target.labeledElementDeclarations?.[at]?.name;
      return name !== undefined && ts.isIdentifier(name) ? [{ name: name.text, type: item }] : [];
    });
  }

  #readObjects(callee: string, type: ts.Type, path: readonly string[]): void {
    for (const part of this.#partsOf(type)) {
      this.#addPassed(part);
      if (this.#isOpen(this.#nameOf(part)) || path.length > deepest) continue;
      const [item, entry] = [part.getNumberIndexType(), part.getStringIndexType() ?? this.#entryOf(part)];
      if (entry !== undefined) this.#readObjects(callee, entry, [...path, '*']);
      else if (item !== undefined) this.#readObjects(callee, item, [...path, '[]']);
      else if (part.getProperties().some(isOwn)) this.#addObject(callee, part, path);
    }
  }

  /** The type of the entries of a mapped type whose keys depend on a type parameter. */
  #entryOf(type: ts.Type): ts.Type | undefined {
    const node = type.symbol?.declarations?.find(ts.isMappedTypeNode);
    if (node?.type === undefined || type.getProperties().length > 0 || type.aliasSymbol !== undefined) return undefined;
    return this.#checker.getTypeFromTypeNode(node.type);
  }

  #addPassed(type: ts.Type): void {
    if (type.isIntersection()) for (const part of type.types) this.#addPassed(part);
    // `Omit<Options, 'name'>` passes on the options.
    for (const part of type.aliasTypeArguments ?? []) if (part.isClassOrInterface()) this.#addPassed(part);
    if (type.symbol === undefined || this.#passed.has(type.symbol)) return;
    this.#passed.add(type.symbol);
    for (const base of type.getBaseTypes() ?? []) this.#addPassed(base);
  }

  #addObject(callee: string, type: ts.Type, path: readonly string[]): void {
    const properties = type.getProperties();
    const names = properties.map(({ name }) => name);
    const objects = this.#found.get(callee) ?? new Map<string, OptionsObject>();
    this.#found.set(callee, objects);
    const key = `${path.join('.')} ${names.join()}`;
    if (objects.has(key)) return;
    const fixed: Record<string, string> = {};
    for (const property of properties) {
      const value = this.#checker.getTypeOfSymbol(property);
      if (value.isStringLiteral()) fixed[property.name] = value.value;
    }
    // A value of the type of an argument may be any one.
    const accepts = ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Instantiable;
    const isOpen = (one: ts.Symbol): boolean => {
      const value = this.#checker.getTypeOfSymbol(one);
      return (value.isUnion() ? value.types : [value]).some(({ flags }) => (flags & accepts) !== 0);
    };
    const open = properties.filter(isOpen).map(({ name }) => name);
    objects.set(key, { path, type: this.#nameOf(type), names, fixed, open });
    for (const property of properties) {
      this.#readObjects(callee, this.#checker.getTypeOfSymbol(property), [...path, property.name]);
    }
  }

  /** The object types that a type consists of: no functions, and no classes. */
  #partsOf(given: ts.Type): readonly ts.Type[] {
    const type = this.#checker.getNonNullableType(given);
    if (type.isUnion()) return type.types.flatMap((one) => this.#partsOf(one));
    if (type.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Conditional)) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint === undefined ? [] : this.#partsOf(constraint);
    }
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    const isFunction = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
    const isClass = ((type.symbol?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
    return isObject && !isFunction && !isClass ? [type] : [];
  }

  #nameOf(type: ts.Type): string {
    return (
      type.aliasSymbol?.name ??
      (type.symbol?.name === '__type' || type.symbol === undefined ? this.#textOf(type) : type.symbol.name)
    );
  }

  #textOf(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }
}

/** The subpaths, without `./`, with their files. */
function entryPoints(): readonly (readonly [string, string])[] {
  const subpaths = Object.entries(readManifest().exports).filter(([subpath]) => subpath !== './package.json');
  return subpaths.map(([subpath, conditions]) => {
    const { import: target } = conditions as { readonly import: { readonly default: string } };
    return [subpath.replace(/^\.\/?/, ''), target.default.replace('./dist/', sources).replace(/\.js$/, '.ts')];
  });
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd()).options;
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false;
}

function isOwn(symbol: ts.Symbol): boolean {
  return symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(sources)) ?? false;
}

/** Whether a member is not public, or is a tool, whose arguments models send. */
function isHidden({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => {
    const isTool = ts.canHaveDecorators(one) && ts.getDecorators(one) !== undefined;
    const name = ts.getNameOfDeclaration(one);
    const isPrivate = name !== undefined && ts.isPrivateIdentifier(name);
    return isTool || isPrivate || isInternal(one) || (ts.getCombinedModifierFlags(one) & hiddenModifiers) !== 0;
  });
}

const hiddenModifiers = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isInternal(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
}
