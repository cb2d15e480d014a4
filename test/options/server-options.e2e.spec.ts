import { findParameters } from './check-rows.js';
import { describeRows } from './option-rows.contract.js';
import { serverRows } from './rows/adapters.js';

describe('the options of what needs an SDK or a server', () => describeRows(serverRows, findParameters().parameters));
