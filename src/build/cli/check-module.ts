import { resolve } from 'node:path';
import { findUp } from '../plugin/module-file.js';
import { type Finding, ok, problem, warning } from './doctor/finding.js';
import { findWidened } from './find-widened.js';
import { readManifest } from './hosts/server-identity.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { messageOf } from './message-of.js';

/** Checks the tools of a module, and the parameters that are published with a wider type than they declare. */
export async function checkModule(place: ToolPlace): Promise<readonly Finding[]> {
  const { modulePath } = place;
  const format = checkFormat(modulePath);
  if (format !== undefined) return [format];
  try {
    const { tools, warnings, close } = await loadTools(place);
    await close?.();
    const names = tools.map(({ spec }) => spec.name).join(', ');
    const widened = await findWidened(tools.map(({ spec }) => spec));
    return [
      ok('tools', `${tools.length} in ${modulePath}: ${names}`),
      ...warnings.map((message) => warning('tools', message, 'Correct the export, or remove it.')),
      ...widened.map(toFinding),
    ];
  } catch (error) {
    return [problem('tools', messageOf(error), `Correct '${modulePath}'.`)];
  }
}

/** Separates the description of a parameter from its remedy. */
function toFinding(text: string): Finding {
  const [message = text, remedy = 'use the build plugin'] = text.split(' Fix one of: ');
  return warning('tools', message, `One of: ${remedy}`);
}

/** Checks whether this version of Node.js can load a CommonJS module in TypeScript. */
function checkFormat(path: string): Finding | undefined {
  const isCommonJs = /\.cts$/.test(path) || (/\.tsx?$/.test(path) && typeOf(path) !== 'module');
  if (!isCommonJs || Number(process.versions.node.split('.')[0]) >= 24 || process.execArgv.length > 0) return undefined;
  const message = `'${path}' is a CommonJS module in TypeScript, which Node.js ${process.versions.node} cannot load.`;
  return problem('tools', message, 'Set "type": "module" in package.json, or use Node.js 24.');
}

function typeOf(path: string): unknown {
  const file = findUp(resolve(path), 'package.json');
  return file === undefined ? undefined : readManifest(file).type;
}
