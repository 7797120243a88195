import type { OutboxMail } from '../table/outbox.ts'

/** What a mail has come to: `became` is what the mail service tells of it later, or, of one that is `refused`, has told of its address before. */
export type Became = {
  state: OutboxMail['state']
  at: string
  messageId?: string | undefined
  became?: OutboxMail['became']
  /** Until when it is held back. */
  until?: string | undefined
}
