import { Agent } from 'node:http'
import { join } from 'node:path'
import { forward } from '../../gate/forward.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { openQueues, sendToQueue } from './queues.ts'
import { startQueues } from './startQueues.ts'

export async function start({ dataDir, clock, log }: CloudContext): Promise<RunningService> {
  const agent = new Agent({ keepAlive: true, timeout: 20_000 })
  const queues = openQueues(join(dataDir, 'queues'))
  return {
    async serve({ assembly, policies, offers }) {
      const endpoint = await queues.serve(assembly)
      offers.sendToQueue = (arn, body) => sendToQueue(assembly, endpoint, arn, body)
      if (!endpoint) return {}
      const upstream = { url: new URL(endpoint), agent }
      const { invoke } = offers
      return {
        handle: (call, response) => forward(call, response, upstream),
        listen: async () => startQueues({ ...queues, assembly, policies, endpoint, invoke, clock, log }).close,
      }
    },
    async close() {
      agent.destroy()
      await queues.close()
    },
  }
}
