import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type Range, startingWith } from './table.ts'

/** An email as it lies with somebody it was sent to: what a list shows of it. Read once `readAt` is there. */
export type ReceivedEmail = {
  emailId: string
  subject: string
  beginning: string
  from: string
  orgUnitName: string
  /** First names of one's own players whom it is about. */
  players: string[]
  sentAt: string
  readAt?: string
  urgent?: true
}

export const receivedEmails = {
  ...entity<ReceivedEmail, User & { emailId: string }>('Received email', {
    key: (id) => ({ pk: userPartition(id), sk: `INBOX#${id.emailId}` }),
    lsi1: by(['sentAt'], ({ sentAt }) => `INBOX#${sentAt}`),
  }),
  /** Somebody's emails, the newest first. */
  of: (id: User): Range => ({
    index: 'lsi1',
    pk: userPartition(id),
    ...startingWith('INBOX#'),
    newestFirst: true,
  }),
}
