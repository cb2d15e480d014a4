import type { OptionNames } from '../../base/options/check-options.js';
import { flag, secretObject, string } from '../../base/options/option-rules.js';
import type { OutputStrategy } from '../../index.js';

/** A set of tools with a name. */
export interface ToolSetDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  /** The names of the tools. `*` matches any number of characters. */
  readonly tools: readonly string[];
  /** The time limit of one attempt of each tool in the set, in milliseconds. @default that of each tool */
  readonly timeoutMs?: number | undefined;
}

/** An agent: its tools, and how its model calls them. */
export interface AgentDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  /** The names of tools. `*` matches any number of characters. @default none */
  readonly tools?: readonly string[] | undefined;
  /** The names of tool sets. @default none */
  readonly toolSets?: readonly string[] | undefined;
  /** The options of the agent's ToolFormatter. @default those of ToolFormatter */
  readonly outputStrategy?: OutputStrategy | undefined;
  /** Whether calls of the agent run in parallel. @default true */
  readonly parallel?: boolean | undefined;
}

/** The contents of `toolwright.config.ts` and `toolwright.config.js`. */
export interface ToolConfiguration {
  /**
   * The folders with modules and definitions of tools, their files, or glob patterns.
   *
   * @default `tools/native`, `tools/builtin` and `tools/mcp`, if they exist
   */
  readonly dirs?: string | readonly string[] | undefined;
  /**
   * Tool sets, and the folders with definitions of tool sets, their files, or glob patterns.
   *
   * @default `configs/tool_sets`, if it exists
   */
  readonly toolSets?: string | readonly (string | ToolSetDefinition)[] | undefined;
  /**
   * Agents, and the folders with definitions of agents, their files, or glob patterns.
   *
   * @default `configs/agents`, if it exists
   */
  readonly agents?: string | readonly (string | AgentDefinition)[] | undefined;
}

/** The options of `ToolManager.load`. */
export interface ToolManagerOptions extends ToolConfiguration {
  /** The folder to which paths are relative, and which contains the configuration. @default the working folder */
  readonly cwd?: string | undefined;
  /**
   * The path of the configuration. `dirs`, `toolSets` and `agents` replace its fields.
   *
   * @default `toolwright.config.{ts,js,json,yaml}` in `cwd`, unless `dirs`, `toolSets` or `agents` is passed
   */
  readonly config?: string | undefined;
  /**
   * Whether the tools are updated when a file is added, changed or removed. What cannot be loaded then is a process
   * warning. Watching requires the package chokidar, and keeps the process running until `close()`. A folder that does
   * not exist yet is not watched.
   *
   * @default false
   */
  readonly watch?: boolean | undefined;
  /**
   * How long the import of a module may take, in milliseconds. A module that takes longer, such as one whose top-level
   * `await` never ends, is listed in `errors`. @default 30000
   */
  readonly importTimeoutMs?: number | undefined;
  /** The environment variables for placeholders such as `${NAME}`. @default `process.env` */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The names of the options of `ToolManager.load`. */
export const managerNames: OptionNames<ToolManagerOptions> = {
  dirs: true,
  toolSets: true,
  agents: true,
  cwd: string,
  config: string,
  watch: flag,
  importTimeoutMs: true,
  env: secretObject,
};
