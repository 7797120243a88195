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

/** Where every mail ends that leaves the product on this stage: kept in `dir`, delivered to nobody. `told` hears of each that the API was given. */
type Options = { dir: string; clock: Clock; told?: (mail: Mail, id: string) => Promise<void> }
export function startMail({ dir, clock, told }: Options): MailService {
  const mailbox = mailboxIn(dir, clock)
  return {
    send: mailbox.put,
    handleSes: sesHandler(async (mail) => {
      const id = await mailbox.put(mail)
      await told?.(mail, id)
      return id
    }, clock),
    handlePage: pageHandler(mailbox),
    messages: async (filter) => mailbox.messages(filter),
    clear: async () => mailbox.clear(),
  }
}
