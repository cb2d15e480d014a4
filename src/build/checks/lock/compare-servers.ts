import type { Change } from './change.js';
import { type Definitions, isSameJson, type ServerDefinition } from './definition.js';
import { saysLessCare } from './texts/less-care.js';
import { normalize } from './texts/sentences.js';
import { suspicionsIn } from './texts/suspicious-texts.js';
import type { ToolText } from './texts/tool-texts.js';

/** Lists what the servers of imported tools say of themselves in another way. */
export function compareServers(before: Definitions, after: Definitions): readonly Change[] {
  const names = new Set([...Object.keys(before.servers), ...Object.keys(after.servers)]);
  return [...names].flatMap((name) => compareServer(name, before.servers[name], after.servers[name]));
}

function compareServer(
  source: string,
  before: ServerDefinition | undefined,
  after: ServerDefinition | undefined,
): readonly Change[] {
  const changeOf = (changeClass: Change['class'], text: string): Change => {
    return { class: changeClass, subject: { kind: 'server', name: source }, text };
  };
  if (after === undefined) return [changeOf('breaking', 'no longer offers tools')];
  const signs = suspicionsIn(instructionsOf(before), instructionsOf(after)).map((what) =>
    changeOf('breaking', `its instructions: the text ${what}`),
  );
  if (before === undefined) return signs.length > 0 ? signs : [changeOf('compatible', 'is new')];
  const changes: Change[] = [];
  if (before.name !== after.name) {
    changes.push(changeOf('breaking', `calls itself '${after.name}', not '${before.name}'`));
  }
  if (normalize(before.instructions ?? '') !== normalize(after.instructions ?? '')) {
    if (saysLessCare(before.instructions ?? '', after.instructions ?? ''))
      changes.push(changeOf('breaking', 'its instructions say that its tools now act with less care'));
    changes.push(...signs, changeOf('wording', 'its instructions are in other words'));
  }
  if (changes.length === 0 && before.instructions !== after.instructions)
    changes.push(changeOf('cost', 'its instructions have other white space'));
  return changes;
}

function instructionsOf(server: ServerDefinition | undefined): readonly ToolText[] {
  return server?.instructions === undefined
    ? []
    : [{ text: server.instructions, role: 'tool', isOpen: false, owner: '' }];
}

/** Lists what a server offers whose fingerprint differs although what models see of it is the same. */
export function comparePins(before: Definitions, after: Definitions, changed: ReadonlySet<string>): readonly Change[] {
  return Object.entries(before.servers).flatMap(([source, { pins }]) => {
    const now = after.servers[source]?.pins;
    if (now === undefined || isSameJson(pins, now)) return [];
    return [...new Set([...Object.keys(pins), ...Object.keys(now)])]
      .filter((key) => pins[key] !== now[key] && !changed.has(key) && !key.startsWith('server:'))
      .map((key): Change => {
        const [kind, name] = key.startsWith('resource:') || key.startsWith('prompt:') ? ['offer', key] : ['tool', key];
        const isMissing = now[key] === undefined;
        const isNew = pins[key] === undefined;
        const text = isMissing ? 'is no longer offered' : isNew ? 'is offered' : 'has changed where no model sees it';
        const changeClass = isMissing ? 'breaking' : isNew ? 'compatible' : 'wording';
        const subject =
          kind === 'tool' ? ({ kind: 'tool', name } as const) : ({ kind: 'server', name: source } as const);
        return { class: changeClass, subject, text: kind === 'tool' ? text : `${name} ${text}` };
      });
  });
}
