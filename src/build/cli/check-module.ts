import { type Finding, ok, problem, warning } from './doctor/finding.js';
import { findWidened } from './find-widened.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { messageOf } from './shared/message-of.js';

/** Checks the tools of a module, and the parameters that are published with a wider type than they declare. */
export async function checkModule(place: ToolPlace): Promise<readonly Finding[]> {
  const { modulePath } = place;
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
