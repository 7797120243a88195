import type { OutboxMail } from '../table/outbox.ts'

/** The outcome of a mail. `became`: a later event from SES; for a `refused` mail, an earlier one about its address. */
export type MailOutcome = {
  state: OutboxMail['state']
  at: string
  messageId?: string | undefined
  became?: OutboxMail['became']
  /** Until when it is held back. */
  until?: string | undefined
}
