import type { Clock, Handle, Mail } from '../../types.ts'
import { mailboxIn, type Message } from './mailbox.ts'
import { pageHandler } from './page.ts'
import { sesHandler } from './ses.ts'

export type MailService = {
  /** Stores an outgoing mail; returns its id. */
  send(mail: Mail): Promise<string>
  /** SES's API, v1 and v2. */
  handleSes: Handle
  /** The mailbox, wherever it is mounted. */
  handlePage: Handle
  /** Newest first. `to` is a full address, in any case. */
  messages(filter?: { to?: string }): Promise<Message[]>
  clear(): Promise<void>
}

/**
 * Stores all outgoing mail of this stage in `dir`, delivering none. `onMail` is called for each mail that is sent through
 * the API.
 */
type Options = { dir: string; clock: Clock; onMail?: (mail: Mail, id: string) => Promise<void> }
export function startMail({ dir, clock, onMail }: Options): MailService {
  const mailbox = mailboxIn(dir, clock)
  return {
    send: mailbox.put,
    handleSes: sesHandler(async (mail) => {
      const id = await mailbox.put(mail)
      await onMail?.(mail, id)
      return id
    }, clock),
    handlePage: pageHandler(mailbox),
    messages: async (filter) => mailbox.messages(filter),
    clear: async () => mailbox.clear(),
  }
}
