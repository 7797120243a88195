import { join } from 'node:path'
import { outside } from '../outside.ts'
import type { House, Running } from '../service.ts'
import { pushStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: House): Promise<Running> {
  const { address, mount } = outside.push
  const options = { address, now: clock.now, file: join(dataDir, 'push.json') }
  const { handle } = pushStandIn(options, `/_local/${mount}`)
  return { serve: () => ({ mount: { [mount]: { handle } } }) }
}
