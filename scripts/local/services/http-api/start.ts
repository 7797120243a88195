import type { CloudContext, RunningService } from '../service.ts'
import { httpApi } from './httpApi.ts'

export async function start({ clock }: CloudContext): Promise<RunningService> {
  return {
    serve({ assembly, offers }) {
      offers.httpApi = (api) => httpApi({ assembly, api, invoke: offers.invoke, clock, jwks: offers.jwks })
      return {}
    },
  }
}
