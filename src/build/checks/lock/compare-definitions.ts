import type { Change } from './change.js';
import { compareServers } from './compare-servers.js';
import { compareTools } from './compare-tools.js';
import type { Definitions, ToolDefinition } from './definition.js';
import { isLookAlike } from './look-alike.js';
import { similarityOf, wordSimilarity } from './similarity.js';
import { suspicionsOf } from './texts/suspicious-texts.js';

type Tools = Definitions['tools'];

// How similar a tool is to one that was removed, so that it counts as the same one under another name.
const sameTool = 0.6;

/** Lists what has changed between two sets of definitions, by tool. */
export function compareDefinitions(before: Definitions, after: Definitions): readonly Change[] {
  const [old, now] = [before.tools, after.tools];
  const removed = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  const added = Object.keys(now).filter((name) => !Object.hasOwn(old, name));
  const kept = Object.keys(old).filter((name) => Object.hasOwn(now, name));
  const renamed = findRenamed(removed, added, { old, now });
  return [
    ...compareServers(before, after),
    ...removed.map((name): Change => {
      const other = renamed.get(name);
      return changeOf(name, 'breaking', other === undefined ? 'was removed' : `is now named '${other}'`);
    }),
    ...kept.flatMap((name) => compareKept(name, old, now)),
    ...added.filter((name) => ![...renamed.values()].includes(name)).flatMap((name) => describeAdded(name, old, now)),
  ];
}

/** Returns the new name of each tool that has another one. */
function findRenamed(
  removed: readonly string[],
  added: readonly string[],
  { old, now }: { readonly old: Tools; readonly now: Tools },
): ReadonlyMap<string, string> {
  const candidates = removed.flatMap((from) =>
    added.map((to) => ({ from, to, similarity: similarityOf(definitionIn(old, from), definitionIn(now, to)) })),
  );
  const renamed = new Map<string, string>();
  for (const { from, to, similarity } of candidates.toSorted((one, other) => other.similarity - one.similarity)) {
    const isTaken = renamed.has(from) || [...renamed.values()].includes(to);
    if (similarity >= sameTool && !isTaken) renamed.set(from, to);
  }
  return renamed;
}

function compareKept(name: string, old: Tools, now: Tools): readonly Change[] {
  const [before, after] = [definitionIn(old, name), definitionIn(now, name)];
  const changes = compareTools(name, before, after).map((change) => changeOf(name, change.class, change.text));
  if (changes.length === 0) return [];
  const other = Object.keys(old).find((one) => one !== name && isTakenFrom(after, definitionIn(old, one), before));
  if (other === undefined) return changes;
  return [changeOf(name, 'breaking', `is now what '${other}' was`), ...changes];
}

/** Checks whether a tool is now what another one was: its words are those of the other one rather than its own. */
function isTakenFrom(after: ToolDefinition, other: ToolDefinition, before: ToolDefinition): boolean {
  const [own, others] = [wordSimilarity(before, after), wordSimilarity(other, after)];
  return others >= 0.4 && others > own + 0.15;
}

function describeAdded(name: string, old: Tools, now: Tools): readonly Change[] {
  const definition = definitionIn(now, name);
  const suspicions = suspicionsOf(undefined, definition).map((what) =>
    changeOf(name, 'breaking', `is new, and its text ${what}`),
  );
  const twin = Object.keys(old).find((other) => isLookAlike(name, other));
  if (twin !== undefined) return [changeOf(name, 'breaking', `is new, and can be taken for '${twin}'`), ...suspicions];
  return suspicions.length > 0 ? suspicions : [changeOf(name, 'compatible', 'is new')];
}

function definitionIn(tools: Tools, name: string): ToolDefinition {
  return tools[name] ?? { inputSchema: {} };
}

function changeOf(name: string, changeClass: Change['class'], text: string): Change {
  return { class: changeClass, subject: { kind: 'tool', name }, text };
}
