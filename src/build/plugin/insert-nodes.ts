import { DefinitionError } from '../../base/errors/errors.js';
import type { ts } from '../codegen/compiler.js';
import type { EmittedFile, EmittingContext, HostCompiler } from './host-compiler.js';
import type { Insertion } from './insertion.js';

/** The compiler of a build, and the transformation that it runs. */
export interface Host {
  readonly compiler: HostCompiler;
  readonly context: EmittingContext;
}

/**
 * Adds texts to the tree of a source file, as nodes of the compiler that owns the tree.
 *
 * @throws DefinitionError if another transformer has replaced a class or a call.
 */
export function insertNodes<File extends EmittedFile>(file: File, insertions: readonly Insertion[], host: Host): File {
  return new NodeInserter(insertions, host).visitFile(file as unknown as ts.SourceFile) as unknown as File;
}

/** The texts around an expression, which together are a call. */
interface Wrapper {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

class NodeInserter {
  readonly #compiler: HostCompiler;
  readonly #context: ts.TransformationContext;
  readonly #statements: readonly Insertion[];
  /** The texts of new members, by the position of the end of their class. */
  readonly #members: Map<number, string>;
  /** The calls around expressions, by the positions of their ends. */
  readonly #wrappers: Map<number, Wrapper>;

  constructor(insertions: readonly Insertion[], { compiler, context }: Host) {
    this.#compiler = compiler;
    this.#context = context as ts.TransformationContext;
    const placed = (place: Insertion['place']): readonly Insertion[] => insertions.filter((one) => one.place === place);
    this.#statements = placed('statements');
    this.#members = new Map(placed('member').map(({ position, text }) => [position + 1, text]));
    const ends = placed('after expression');
    this.#wrappers = new Map(
      placed('before expression').map(({ position, text }, index) => {
        const { position: end = 0, text: after = '' } = ends[index] ?? {};
        return [end, { start: position, end, before: text, after }];
      }),
    );
  }

  visitFile(file: ts.SourceFile): ts.SourceFile {
    const visited = this.#compiler.visitEachChild(file, (node) => this.#visit(node, file), this.#context);
    if (this.#members.size + this.#wrappers.size > 0) throw createReplacedError(file);
    const { factory } = this.#compiler;
    const added = this.#statements.flatMap(({ text }) => this.#parse(text));
    const first = visited.statements.findIndex((statement) => !this.#isDirective(statement));
    const at = first === -1 ? visited.statements.length : first;
    const statements = [...visited.statements.slice(0, at), ...added, ...visited.statements.slice(at)];
    return factory.updateSourceFile(
      visited,
      this.#compiler.setTextRange(factory.createNodeArray(statements), visited.statements),
    );
  }

  #visit(node: ts.Node, file: ts.SourceFile): ts.Node {
    const compiler = this.#compiler;
    const visitChildren = <Visited extends ts.Node>(parent: Visited): Visited =>
      compiler.visitEachChild(parent, (child) => this.#visit(child, file), this.#context);
    const wrapper = compiler.isExpression(node) ? this.#takeWrapper(node, file) : undefined;
    const visited = compiler.isClassLike(node) ? this.#visitClass(node, visitChildren) : visitChildren(node);
    return wrapper !== undefined && compiler.isExpression(visited) ? this.#wrap(visited, wrapper) : visited;
  }

  #visitClass(
    node: ts.ClassLikeDeclaration,
    visitChildren: (node: ts.ClassLikeDeclaration) => ts.ClassLikeDeclaration,
  ): ts.ClassLikeDeclaration {
    const member = this.#members.get(node.end);
    this.#members.delete(node.end);
    const visited = visitChildren(node);
    return member === undefined ? visited : this.#addMember(visited, member);
  }

  #takeWrapper(node: ts.Expression, file: ts.SourceFile): Wrapper | undefined {
    const wrapper = this.#wrappers.get(node.end);
    if (wrapper === undefined || node.getStart(file) !== wrapper.start) return undefined;
    this.#wrappers.delete(node.end);
    return wrapper;
  }

  #addMember(node: ts.ClassLikeDeclaration, text: string): ts.ClassLikeDeclaration {
    const { factory, isClassDeclaration, isClassStaticBlockDeclaration, setTextRange } = this.#compiler;
    const holders = this.#parse(`class Holder { ${text} }`).filter(isClassDeclaration);
    const added = holders.flatMap(({ members }) => members.filter(isClassStaticBlockDeclaration));
    const members = setTextRange(factory.createNodeArray([...node.members, ...added]), node.members);
    const { modifiers, name, typeParameters, heritageClauses } = node;
    return isClassDeclaration(node)
      ? factory.updateClassDeclaration(node, modifiers, name, typeParameters, heritageClauses, members)
      : factory.updateClassExpression(node, modifiers, name, typeParameters, heritageClauses, members);
  }

  #wrap(expression: ts.Expression, { before, after }: Wrapper): ts.Expression {
    const { factory, isExpressionStatement, isCallExpression } = this.#compiler;
    const [call] = this.#parse(`${before}0${after}`)
      .filter(isExpressionStatement)
      .map((statement) => statement.expression)
      .filter(isCallExpression);
    if (call === undefined) throw new TypeError('The inserted text is not a call.');
    const [, ...rest] = call.arguments;
    return factory.updateCallExpression(call, call.expression, undefined, [expression, ...rest]);
  }

  #isDirective(statement: ts.Statement): boolean {
    const { isExpressionStatement, isStringLiteral } = this.#compiler;
    return isExpressionStatement(statement) && isStringLiteral(statement.expression);
  }

  /** Parses a text to nodes that belong to no source file. */
  #parse(text: string): readonly ts.Statement[] {
    const { createSourceFile, ScriptTarget } = this.#compiler;
    const { statements } = createSourceFile('records.ts', text, ScriptTarget.ESNext, false);
    for (const statement of statements) this.#detach(statement);
    return statements;
  }

  /** Marks a node as created, so that the compiler neither reads its text in the source file nor looks up its symbol. */
  #detach(node: ts.Node): void {
    const { forEachChild, NodeFlags, setTextRange } = this.#compiler;
    const range = { pos: -1, end: -1 };
    setTextRange(node, range);
    (node as { flags: ts.NodeFlags }).flags |= NodeFlags.Synthesized;
    forEachChild(
      node,
      (child) => this.#detach(child),
      (children) => {
        setTextRange(children, range);
        for (const child of children) this.#detach(child);
      },
    );
  }
}

function createReplacedError({ fileName }: ts.SourceFile): DefinitionError {
  return new DefinitionError(
    `${fileName}: another transformer has replaced a class or a call with tools. Put toolwright/nest-plugin before the ` +
      'other plugins.',
  );
}
