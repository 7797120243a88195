import type { CloudContext, RunningService } from '../service.ts'
import { startSchedules } from './startSchedules.ts'

export async function start({ clock, log }: CloudContext): Promise<RunningService> {
  return {
    serve({ assembly, offers }) {
      offers.tick = async () => undefined
      return {
        async listen() {
          const { tick, close } = startSchedules({ assembly, invoke: offers.invoke, clock, log })
          offers.tick = tick
          return close
        },
      }
    },
  }
}
