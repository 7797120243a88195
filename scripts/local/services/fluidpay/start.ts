import { join } from 'node:path'
import { outside } from '../outside.ts'
import type { House, Running } from '../service.ts'
import { fluidPayStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: House): Promise<Running> {
  const { handle } = fluidPayStandIn({ now: clock.now, file: join(dataDir, 'fluidpay.json') })
  return { serve: () => ({ mount: { [outside.fluidpay.mount]: { handle, open: true } } }) }
}
