import { join } from 'node:path'
import type { CloudContext, Running } from '../service.ts'
import type { Mail } from '../../types.ts'
import { mailEvents } from './events.ts'
import { startMail } from './mail.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<Running> {
  // Of the app that is served at the time.
  let told = async (_mail: Mail, _id: string) => {}
  const mail = startMail({ dir: join(dataDir, 'mail'), clock, told: (each, id) => told(each, id) })
  return {
    serve({ assembly, offers }) {
      offers.mail = mail
      const tell = mailEvents(assembly)
      told = (each, id) => tell(each, id, { clock, send: (arn, body) => offers.sendToQueue(arn, body) })
      return {
        handle: (call, response) => mail.handleSes(call.onward(), response, call.path),
        mount: { mail: { handle: mail.handlePage } },
      }
    },
  }
}
