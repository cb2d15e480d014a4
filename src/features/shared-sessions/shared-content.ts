import { DefinitionError } from '../../base/errors/errors.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { partOfHost } from '../../call/host-call.js';
import { isContainer } from '../../call/state/containers.js';
import { stateKeyOf } from '../../call/state/state-path.js';
import type { ToolkitSession } from '../../facade/toolkit-session.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import type { ActiveGroups } from '../../toolkit/active-groups.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { isUnsaved, mergeUnsaved } from '../../toolkit/scope-state.js';

type Values = Readonly<Record<string, unknown>>;

/** What the processes of a shared session have in common, as plain JSON. */
export interface SharedContent {
  readonly activeGroups: readonly string[];
  readonly loadedTools: readonly string[];
  /** The values of the state, without those marked as secret. */
  readonly state: Values;
  /** What the model has seen, in toolkits with the option `flow`. */
  readonly flow?: FlowLabel | undefined;
}

/** What the model may have seen in a process whose toolkit does not follow data. */
const unknownFlow: FlowLabel = Object.freeze({ trust: 'untrusted', readers: 'anyone' });

/** Returns what a session shares. */
export function contentOf(session: ToolkitSession): SharedContent {
  return {
    activeGroups: session.activeGroups().filter((name) => name !== basicGroup),
    loadedTools: groupsOf(session).loaded,
    state: session.state.toPlain(),
    ...flowIn(partOfHost(session, flowPartKey)?.sharedLabel),
  };
}

function flowIn(label: FlowLabel | undefined): Pick<SharedContent, 'flow'> {
  return label === undefined ? {} : { flow: { trust: label.trust, readers: label.readers } };
}

/** Returns the active groups of a session, and the deferred tools that its model has loaded. */
export function groupsOf(session: ToolkitSession): ActiveGroups {
  const runner = partOfHost(session, callRunnerKey);
  if (runner === undefined) throw new DefinitionError('shareSession: the session is not one of a toolkit.');
  return runner.parts.active;
}

/** Two contents that have the same origin. */
export interface Divergence {
  readonly origin: SharedContent;
  readonly local: SharedContent;
  readonly remote: SharedContent;
}

/** Merges the local changes since the origin into the remote content. Of two changes of one value, the local one wins. */
export function mergeContents({ origin, local, remote }: Divergence): SharedContent {
  return {
    activeGroups: mergeNames(origin.activeGroups, local.activeGroups, remote.activeGroups),
    loadedTools: mergeNames(origin.loadedTools, local.loadedTools, remote.loadedTools),
    state: mergeValues(origin.state, local.state, remote.state),
    // The session joins it with its own, which never becomes more trusted.
    ...flowIn(remote.flow),
  };
}

/**
 * Changes a session so that it has a content. What is the same remains as it is, as do secrets, live objects and the
 * groups that the content cannot know. A group that does not exist in this process is skipped.
 */
export function applyContent(session: ToolkitSession, content: SharedContent): void {
  const { state } = session;
  const [own = {}] = state.roots();
  const now = state.toPlain();
  for (const [key, value] of Object.entries(content.state)) {
    if (Object.hasOwn(now, key) && equalsDeep(now[key], value)) continue;
    state.set(stateKeyOf(key), mergeUnsaved(Reflect.get(own, key), value));
  }
  for (const key of Object.keys(now)) {
    if (!Object.hasOwn(content.state, key) && !isUnsaved(Reflect.get(own, key))) state.delete(stateKeyOf(key));
  }
  const known = session.groups().filter(({ name }) => name !== basicGroup);
  const changeGroups = (active: boolean): void => {
    const changed = known.filter(
      (group) => group.active !== active && content.activeGroups.includes(group.name) === active,
    );
    if (changed.length > 0)
      session.updateGroups(
        changed.map(({ name }) => name),
        active,
      );
  };
  changeGroups(true);
  changeGroups(false);
  const groups = groupsOf(session);
  if (!equalsDeep(groups.loaded, content.loadedTools)) groups.replaceLoaded(content.loadedTools);
  partOfHost(session, flowPartKey)?.adopt(content.flow ?? unknownFlow, state);
}

function mergeNames(origin: readonly string[], local: readonly string[], remote: readonly string[]): readonly string[] {
  const added = local.filter((name) => !origin.includes(name));
  const removed = origin.filter((name) => !local.includes(name));
  return [...new Set([...remote, ...added])].filter((name) => !removed.includes(name));
}

function mergeValues(origin: Values, local: Values, remote: Values): Values {
  const keys = new Set([...Object.keys(remote), ...Object.keys(local)]);
  const merged = [...keys].flatMap((key): readonly (readonly [string, unknown])[] => {
    const values = [origin, local, remote].map((one) => (Object.hasOwn(one, key) ? one[key] : absent));
    const value = mergeValue(values[0], values[1], values[2]);
    return value === absent ? [] : [[key, value]];
  });
  return Object.fromEntries(merged);
}

const absent = Symbol('absent');

function mergeValue(origin: unknown, local: unknown, remote: unknown): unknown {
  if (equalsDeep(origin, local)) return remote;
  if (!isPlain(local) || !isPlain(remote)) return local;
  return mergeValues(isPlain(origin) ? origin : {}, local, remote);
}

function isPlain(value: unknown): value is Values {
  return isContainer(value) && !Array.isArray(value);
}
