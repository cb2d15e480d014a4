import { Toolkit } from 'toolwright';
import { Shop } from './shop.js';

// The state provides what parameters are bound to. A model can neither see nor send it.
export const toolkit = new Toolkit({ state: { user: { currency: 'EUR' } } });
toolkit.register(new Shop());
