import type { CloudContext, RunningService } from '../service.ts'
import { functionUrls } from './functionUrls.ts'

export async function start({ clock }: CloudContext): Promise<RunningService> {
  return {
    serve: ({ assembly, offers: { invoke } }) => ({
      // Webhooks come from any origin.
      mount: { url: { handle: functionUrls({ assembly, invoke, clock }), open: true } },
    }),
  }
}
