import { effect, type Signal, signal } from '@preact/signals';
import type { DevIssue, DevTool, ScopeId } from '../../protocol.js';
import type { Api } from './api.js';
import { readDraft } from './stored-draft.js';

const validationDelayMs = 200;

/** The arguments that a user is about to send to a tool, and what the validator says about them. */
export class Draft {
  readonly value: Signal<unknown>;
  /** Undefined until the validator has answered. */
  readonly issues = signal<readonly DevIssue[] | undefined>(undefined);
  /** The time limit as it was entered, in seconds. */
  readonly timeLimit = signal('');
  /** The last call that was made with the draft. */
  readonly callId = signal<string | undefined>(undefined);
  /** Why the last call could not be made. */
  readonly failure = signal('');

  constructor(input: unknown) {
    this.value = signal(input);
  }
}

/** The drafts of a page, one for each tool. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the draft of a tool, which begins with what the tab has stored, or with what its schema requires. */
  of(tool: Pick<DevTool, 'name' | 'inputSchema'>): Draft {
    const known = this.#drafts.get(tool.name);
    if (known !== undefined) return known;
    const draft = new Draft(readDraft(tool));
    this.#drafts.set(tool.name, draft);
    return draft;
  }

  /** Puts arguments into the draft of a tool, whose form shows them. */
  fill(name: string, input: unknown): void {
    const draft = this.#drafts.get(name);
    if (draft === undefined) this.#drafts.set(name, new Draft(input));
    else draft.value.value = input;
  }

  /** Validates a draft now and whenever it changes. Returns a function that ends this. */
  validate(draft: Draft, at: { readonly name: string; readonly scope: ScopeId }): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const stop = effect(() => {
      const input = draft.value.value;
      latest += 1;
      const own = latest;
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.#api.request('validate', { ...at, input }).then(
          (issues) => {
            if (own === latest) draft.issues.value = issues;
          },
          () => {
            // What cannot be validated now is validated when the process has started again.
          },
        );
      }, validationDelayMs);
    });
    return () => {
      latest += 1;
      clearTimeout(timer);
      stop();
    };
  }
}
