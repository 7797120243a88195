import { join } from 'node:path'
import { externalServices } from '../external.ts'
import type { CloudContext, Running } from '../service.ts'
import { fluidPayStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<Running> {
  const { handle } = fluidPayStandIn({ now: clock.now, file: join(dataDir, 'fluidpay.json') })
  return { serve: () => ({ mount: { [externalServices.fluidpay.mount]: { handle, open: true } } }) }
}
