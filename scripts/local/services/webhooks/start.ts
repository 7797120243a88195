import { join } from 'node:path'
import { externalServices } from '../external.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { webhookStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  const { mount } = externalServices.webhooks
  const { handle } = webhookStandIn({ now: clock.now, file: join(dataDir, 'webhooks.json') }, `/_local/${mount}`)
  return { serve: () => ({ mount: { [mount]: { handle, open: true } } }) }
}
