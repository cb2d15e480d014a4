import type { ToolCall } from '../call/call-options.js';
import type { ApprovalRequest, Approver } from '../call/client/approver.js';
import type { CallArguments } from '../tool/spec/function-arguments.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ExecuteOptions } from '../toolkit/call-runner.js';

/** The types of one tool, as `toolwright generate --types` writes them. */
export interface ToolTypes {
  /** The arguments as a model sends them, without bound parameters. */
  readonly input: unknown;
  /** The data of the tool. */
  readonly output: unknown;
  /** What a stream emits. Missing if the tool does not return a stream. */
  readonly chunk?: unknown;
}

/**
 * The property of a class that has the types of its tools by tool name. It exists for the compiler alone: the file that
 * `toolwright generate --types` writes declares it.
 */
export declare const toolTypes: unique symbol;

/**
 * The types of the tools of a class, by tool name. A subclass may declare a tool again with other types, because the types
 * are no part of the structure that compilers compare.
 *
 * @typeParam _Tools - The interface of the types.
 */
export interface TypesOf<_Tools> {
  readonly [typesOf]?: never;
}

declare const typesOf: unique symbol;

declare const open: unique symbol;

/** The types of a provider whose tools are not known to the compiler. A toolkit with such a provider accepts any name. */
export interface OpenTools {
  readonly [open]?: never;
}

/**
 * The types of the tools of a provider, by tool name: of a class for which `toolwright generate --types` has written them,
 * of a spec with a literal name, or of an array of specs.
 *
 * @typeParam Provider - The type of what is registered.
 */
export type ToolsOf<Provider> = typeof toolTypes extends keyof Provider
  ? NonNullable<Provider[typeof toolTypes]> extends TypesOf<infer Tools>
    ? Tools
    : OpenTools
  : Provider extends ToolSpec<infer Output, infer Input, infer Name>
    ? string extends Name
      ? OpenTools
      : { readonly [Key in Name]: { readonly input: Input; readonly output: Output } }
    : Provider extends readonly unknown[]
      ? AllToolsOf<Provider>
      : OpenTools;

/** The types of the tools of several providers. */
export type AllToolsOf<Providers extends readonly unknown[]> = Providers extends readonly []
  ? OpenTools
  : Providers extends readonly [infer Only]
    ? ToolsOf<Only>
    : Joined<{ [Index in keyof Providers]: (tools: ToolsOf<Providers[Index]>) => void }[number]>;

/** One object type with the tools of all providers, which compilers read faster than an intersection. */
type Joined<Receivers> = [Receivers] extends [(tools: infer Tools) => void]
  ? { readonly [Name in keyof Tools]: Tools[Name] }
  : never;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** The names that a toolkit accepts: those of its tools, and any name if not all of them are known. */
export type ToolName<Tools> =
  IsAny<Tools> extends true
    ? string
    : typeof open extends keyof Tools
      ? (keyof Tools & string) | (string & Record<never, never>)
      : keyof Tools & string;

/** A part of the types of a tool of a toolkit, or another type for a tool whose types are not known. */
type PartOf<Tools, Tool, Part extends keyof ToolTypes, Other> =
  IsAny<Tools> extends true
    ? Other
    : Tool extends keyof Tools
      ? Tools[Tool] extends { readonly [Key in Part]: infer Type }
        ? Type
        : never
      : Other;

/** The arguments of a tool of a toolkit. Anything for a tool whose types are not known. */
export type InputOf<Tools, Tool> = PartOf<Tools, Tool, 'input', SpecInput<Tool>>;

type SpecInput<Tool> =
  Tool extends ToolSpec<unknown, infer Input, string>
    ? Input
    : // biome-ignore lint/suspicious/noExplicitAny: a tool whose types are not known accepts any arguments.
      any;

/** The data of a tool of a toolkit. Unknown for a tool whose types are not known. */
export type OutputOf<Tools, Tool> = PartOf<Tools, Tool, 'output', SpecOutput<Tool>>;

type SpecOutput<Tool> = Tool extends ToolSpec<infer Output> ? Output : unknown;

/** The parameters of `execute` after the tool. */
export type ExecuteArguments<Tools, Tool> = CallArguments<InputOf<Tools, Tool>, WithApprover<Tools, ExecuteOptions>>;

/** Options whose approver knows the tools of the toolkit: in a request, the name of the tool decides on the type of `input`. */
export type WithApprover<Tools, Options extends { readonly approver?: Approver | undefined }> =
  IsAny<Tools> extends true ? Options : typeof open extends keyof Tools ? Options : OptionsWithApprover<Tools, Options>;

/** A name of its own, which editors print in the place of the type. */
type OptionsWithApprover<Tools, Options> = Omit<Options, 'approver'> & {
  /** The approver that decides on calls that need approval. @default that of the toolkit or session */
  readonly approver?: ((request: TypedRequest<Tools>) => ReturnType<Approver>) | undefined;
};

/** A call that waits for approval, of any tool of a toolkit. */
type TypedRequest<Tools> = {
  readonly [Name in keyof Tools & string]: Omit<ApprovalRequest, 'toolName' | 'input'> & {
    readonly toolName: Name;
    readonly input: InputOf<Tools, Name>;
  };
}[keyof Tools & string];

/**
 * A call of a tool of a toolkit. The input of a call with a literal name is checked; that of a call which a model has
 * written is not, because its name is any string.
 */
export type TypedCall<Tools, Name extends string> = Omit<ToolCall, 'name' | 'input'> & {
  readonly name: string extends Name ? string : Name & ToolName<Tools>;
  readonly input: string extends Name ? unknown : InputOf<Tools, Name> | string;
};
