import { join } from 'node:path'
import { outside } from '../outside.ts'
import type { House, Running } from '../service.ts'
import { webhookStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: House): Promise<Running> {
  const { mount } = outside.webhooks
  const { handle } = webhookStandIn({ now: clock.now, file: join(dataDir, 'webhooks.json') }, `/_local/${mount}`)
  return { serve: () => ({ mount: { [mount]: { handle, open: true } } }) }
}
