import { join } from 'node:path'
import { externalServices } from '../external.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { fluidPayStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  const { handle } = fluidPayStandIn({ now: clock.now, file: join(dataDir, 'fluidpay.json') })
  return { serve: () => ({ mount: { [externalServices.fluidpay.mount]: { handle, open: true } } }) }
}
