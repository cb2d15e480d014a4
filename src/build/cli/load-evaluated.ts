import type { OfferedTool } from '../checks/eval/model.js';
import type { LoadedTool } from './load-module.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { Report } from './shared/report.js';

/**
 * Loads the tools that a model sees: those that are active, as `toJsonSchema()` describes them.
 *
 * @throws CommandFailure if the tools cannot be loaded, none is active, or two have the same name.
 */
export async function loadEvaluated(place: ToolPlace, report: Report): Promise<readonly OfferedTool[]> {
  const { tools, warnings, close } = await loadTools(place);
  await close?.();
  for (const warning of warnings) report.warn(warning);
  const offered = tools.filter(isActive).map(({ spec }): OfferedTool => {
    const { name, description, parameters } = spec.toJsonSchema();
    return { name, description, parameters };
  });
  if (offered.length === 0) throw createFailure(place, 'has no active tools, so that a model sees none');
  const names = offered.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw createFailure(place, `has two tools named '${repeated}'. Rename one`);
  return offered;
}

function isActive({ spec, toolkit, isActive: isShown = true }: LoadedTool): boolean {
  return toolkit === undefined ? isShown : toolkit.list({ active: true }).includes(spec);
}

function createFailure({ modulePath }: ToolPlace, problem: string): CommandFailure {
  return new CommandFailure(`'${modulePath}' ${problem}.`, exitCodes.module);
}
