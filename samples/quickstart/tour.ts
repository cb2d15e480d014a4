import type { Toolkit } from 'toolwright';
import type { KnowledgeBase } from './knowledge-base.js';
import type { Screen } from './screen.js';

/** What each part of the sample works with. */
export interface Tour {
  readonly kb: KnowledgeBase;
  readonly toolkit: Toolkit;
  readonly screen: Screen;
  /** What is searched for. */
  readonly query: string;
}
