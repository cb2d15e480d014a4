import { setTimeout as sleep } from 'node:timers/promises';
import { type EffectContext, type EffectVerdict, Tool, type ToolContext, ToolRegistry } from 'toolwright';
import { Payments } from './payments.js';
import { report } from './report.js';

const payments = new Payments(process.env.PAYMENTS_FILE ?? '');

/** The tools of the workers with a GPU. */
export class GpuTools extends ToolRegistry {
  @Tool({ description: 'Renders a picture of a scene.', idempotent: true })
  async render(scene: string): Promise<string> {
    await sleep(30);
    return `${scene}.png`;
  }
}

/** The tools of the other workers. */
export class OfficeTools extends ToolRegistry {
  // An idempotent call is delivered again if its worker dies.
  @Tool({ description: 'Describes a picture in a sentence.', idempotent: true })
  async describe(picture: string): Promise<string> {
    await sleep(20);
    return `A picture of ${picture.replace('.png', '')}.`;
  }

  // A call with an effect is delivered again too. It has one effect, because `verify` knows what the first delivery did.
  @Tool({ description: 'Bills a picture to the customer.', effect: 'write', verify: findPayment })
  async bill(picture: string, ctx: ToolContext): Promise<string> {
    await sleep(10);
    payments.pay(ctx.effectKey);
    await sleep(20);
    return `${picture} is paid`;
  }
}

function findPayment({ picture }: { readonly picture: string }, { call, effectKey }: EffectContext): EffectVerdict {
  report('begun', call.id);
  if (!payments.keys.includes(effectKey)) return { outcome: 'absent' };
  report('ended', call.id);
  return { outcome: 'done', result: `${picture} is paid` };
}
