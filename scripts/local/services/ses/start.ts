import { join } from 'node:path'
import type { CloudContext, RunningService } from '../service.ts'
import type { Mail } from '../../types.ts'
import { mailEvents } from './events.ts'
import { startMail } from './mail.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  // Of the app that is served at the time.
  let onMail = async (_mail: Mail, _id: string) => {}
  const mail = startMail({ dir: join(dataDir, 'mail'), clock, onMail: (each, id) => onMail(each, id) })
  return {
    serve({ assembly, offers }) {
      offers.mail = mail
      const sendEvents = mailEvents(assembly)
      onMail = (each, id) => sendEvents(each, id, { clock, send: (arn, body) => offers.sendToQueue(arn, body) })
      return {
        handle: (call, response) => mail.handleSes(call.onward(), response, call.path),
        mount: { mail: { handle: mail.handlePage } },
      }
    },
  }
}
