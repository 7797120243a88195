import type { Clock, Handle, Mail } from '../../types.ts'
import { mailboxIn, type Message } from './mailbox.ts'
import { pageHandler } from './page.ts'
import { sesHandler } from './ses.ts'

export type MailService = {
  /** Takes a mail that is on its way; gives its id once it is kept. */
  send(mail: Mail): Promise<string>
  /** SES's API, v1 and v2. */
  handleSes: Handle
  /** The mailbox, wherever it is mounted. */
  handlePage: Handle
  /** Newest first. `to` is a whole address in any case. */
  messages(filter?: { to?: string }): Promise<Message[]>
  clear(): Promise<void>
}

/** Where every mail ends that leaves the product on this stage: kept in `dir`, delivered to nobody. */
export function startMail({ dir, clock }: { dir: string; clock: Clock }): MailService {
  const mailbox = mailboxIn(dir, clock)
  return {
    send: mailbox.put,
    handleSes: sesHandler(mailbox.put, clock),
    handlePage: pageHandler(mailbox),
    messages: async (filter) => mailbox.messages(filter),
    clear: async () => mailbox.clear(),
  }
}
