import type { OfferedTool } from '../checks/eval/model.js';
import { nameOfPlace } from './checked-place.js';
import type { DevPlace } from './dev-place.js';
import { loadChecked } from './load-checked.js';
import type { LoadedTool } from './load-module.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { Report } from './shared/report.js';

/**
 * Loads the tools that a model sees: those that are active, or all if none is, as `toJsonSchema()` describes them.
 *
 * @throws CommandFailure if the tools cannot be loaded, or two have the same name.
 */
export async function loadEvaluated(place: DevPlace, report: Report): Promise<readonly OfferedTool[]> {
  const { tools, warnings, close } = await loadChecked(place);
  await close();
  for (const warning of warnings) report.warn(warning);
  const active = tools.filter(isActive);
  if (active.length === 0) report.warn(`No tool of '${nameOfPlace(place)}' is active. The model sees all of them.`);
  const offered = (active.length === 0 ? tools : active).map(({ spec }): OfferedTool => {
    const { name, description, parameters } = spec.toJsonSchema();
    return { name, description, parameters };
  });
  const names = offered.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return offered;
  const message = `'${nameOfPlace(place)}' has two tools named '${repeated}'. Rename one.`;
  throw new CommandFailure(message, exitCodes.module);
}

function isActive({ spec, toolkit, isActive: isShown = true }: LoadedTool): boolean {
  return toolkit === undefined ? isShown : toolkit.list({ active: true }).includes(spec);
}
