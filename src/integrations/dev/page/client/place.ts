import { effect } from '@preact/signals';
import { isJsonObject, readJson } from '../model/json.js';
import type { Store } from './store.js';

const storageKey = 'toolwright dev place';

/** Keeps the chosen tool, scope and call of a tab, and the last call that it made, so that a reload shows them again. */
export function keepPlace(store: Store): void {
  const read = readJson(sessionStorage.getItem(storageKey) ?? 'null');
  if ('value' in read && isJsonObject(read.value)) {
    const { tool, scope, call, last } = read.value;
    if (typeof tool === 'string') store.selectedTool.value = tool;
    if (typeof scope === 'string') store.scopeId.value = scope;
    if (typeof call === 'string') store.selectedCall.value = call;
    if (isJsonObject(last) && typeof last.toolName === 'string' && typeof last.callId === 'string') {
      store.lastCall.value = { toolName: last.toolName, callId: last.callId };
    }
  }
  effect(() => {
    const place = {
      ...{ tool: store.selectedTool.value, scope: store.scopeId.value },
      ...{ call: store.selectedCall.value, last: store.lastCall.value },
    };
    sessionStorage.setItem(storageKey, JSON.stringify(place));
  });
}
