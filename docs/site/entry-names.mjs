// A plugin of typedoc: the reference names each module as programs import it, such as `toolwright/mcp`.
import { Converter } from 'typedoc';
import { entryNames } from './entries.mjs';

export function load({ converter }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = entryNames.get(module.name) ?? module.name;
  });
}
