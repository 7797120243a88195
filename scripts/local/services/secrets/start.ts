import type { CloudContext, RunningService } from '../service.ts'
import { secretsHandler } from './handle.ts'
import { openSecrets } from './store.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  const secrets = openSecrets(dataDir, clock)
  return {
    secretValue: (secret) => secrets.read(secret).current.value,
    serve({ assembly }) {
      const handle = secretsHandler(assembly, secrets)
      return { handle: (call, response) => handle(call.onward(), response, '/') }
    },
  }
}
