import type { OutboxMail } from '../table/outbox.ts'

/**
 * The outcome of a mail. `became` is reported by SES later; for a `refused` mail it is what SES reported for the address before.
 */
export type Became = {
  state: OutboxMail['state']
  at: string
  messageId?: string | undefined
  became?: OutboxMail['became']
  /** Until when it is held back. */
  until?: string | undefined
}
