import type { ToolExecutor } from '../../call/tool-executor.js';
import type { ParameterSlot } from '../../schema/input/input-parts.js';
import { type RecordTarget, recordMethod } from '../metadata/class-records.js';
import type { ToolMetadata } from '../metadata/tool-metadata.js';
import type { ToolSpec } from '../spec/tool-spec.js';

/** Creates an executor for the parameters of a tool's method. */
export type CreateExecutor = (slots: readonly ParameterSlot[]) => ToolExecutor;

/** An implementation that an adapter's decorator declares, and that runs instead of the method. */
export interface MethodImplementation {
  /**
   * Builds the spec of a tool of an instance.
   *
   * @param create - Creates the spec from metadata, whose options may differ from those of `tool`, and an executor.
   */
  build(
    instance: object,
    tool: ToolMetadata,
    create: (tool: ToolMetadata, createExecutor: CreateExecutor) => ToolSpec,
  ): ToolSpec;
}

/** Records the implementation of a method, which must also be decorated with `@Tool()`. */
export function recordImplementation(target: RecordTarget, method: string, implementation: MethodImplementation): void {
  recordMethod(target, method, (old) => ({ ...old, implementation }));
}

/** Returns the implementation that runs instead of a tool's method. */
export function implementationOf(tool: ToolMetadata): MethodImplementation | undefined {
  // Metadata is below specs, so that its type cannot name them.
  return tool.implementation as MethodImplementation | undefined;
}
