import { join } from 'node:path'
import type { House, Running } from '../service.ts'
import { startMail } from './mail.ts'

export async function start({ dataDir, clock }: House): Promise<Running> {
  const mail = startMail({ dir: join(dataDir, 'mail'), clock })
  return {
    serve({ offers }) {
      offers.mail = mail
      return {
        handle: (call, response) => mail.handleSes(call.onward(), response, call.path),
        mount: { mail: { handle: mail.handlePage } },
      }
    },
  }
}
