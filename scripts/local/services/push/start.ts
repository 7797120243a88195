import { join } from 'node:path'
import { externalServices } from '../external.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { pushStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  const { address, mount } = externalServices.push
  const options = { address, now: clock.now, file: join(dataDir, 'push.json') }
  const { handle } = pushStandIn(options, `/_local/${mount}`)
  return { serve: () => ({ mount: { [mount]: { handle } } }) }
}
