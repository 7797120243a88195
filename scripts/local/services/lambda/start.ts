import type { CloudContext, RunningService } from '../service.ts'
import { startFunctions } from './startFunctions.ts'

export async function start({ dataDir, clock, log }: CloudContext): Promise<RunningService> {
  return {
    serve({ assembly, gate, offers }) {
      const functions = startFunctions({ assembly, gateEndpoint: gate, dir: dataDir, clock, log })
      offers.invoke = functions.invoke
      offers.reloadFunctions = functions.reload
      return { close: functions.close }
    },
  }
}
