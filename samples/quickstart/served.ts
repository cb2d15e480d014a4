import { Toolkit } from 'toolwright';
import { KnowledgeBase } from './knowledge-base.js';
import { Library } from './library.js';
import './toolwright.gen.js';

/** The quickstart's tools over this documentation, for `toolwright serve samples/.build/quickstart/served.js`. */
export const toolkit = new Toolkit({ state: { session: { user: { id: 'ann' } } } });
toolkit.createGroup('editing', { description: 'Tools that add something', active: true });
toolkit.register(new KnowledgeBase(await Library.openDocumentation()));
