import { toAnthropic } from 'toolwright/formats';
import { findParameters } from './check-rows.js';
import { describeRows } from './option-rows.contract.js';
import { adapterRows, serverRows } from './rows/adapters.js';
import { coreRows, kit } from './rows/core.js';
import { hostRows } from './rows/hosts.js';
import { protocolRows } from './rows/protocols.js';

const rows = { ...coreRows, ...protocolRows, ...adapterRows, ...hostRows };

const { parameters, unused } = findParameters();

describe('the options of everything that is exported', () => {
  it('have a row for each parameter that the compiler finds, and no other row', () => {
    const callees = parameters.map(({ callee }) => callee);
    expect(Object.keys({ ...rows, ...serverRows }).sort()).toEqual([...callees].sort());
  });

  it('are open only where an object is of an open type or at an open place', () => {
    expect(unused).toEqual([]);
  });

  describeRows(rows, parameters);

  // The compiler does not know the options of to(), because they depend on the format.
  it('of to() are those of the format and of the exporter', () => {
    const toolkit = kit();
    const misspelt: object = { cacheContrl: { type: 'ephemeral' } };
    const refusal = "there is no option 'cacheContrl'. Did you mean 'cacheControl'?";
    expect(() => toolkit.to(toAnthropic, misspelt as never)).toThrow(refusal);
    expect(() => toolkit.get('find')?.to(toAnthropic, misspelt as never)).toThrow(refusal);
  });
});
