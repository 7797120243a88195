import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type Range, startingWith } from './table.ts'

/** An email in the inbox of a recipient, as lists show it. Unread until `readAt` is set. */
export type ReceivedEmail = {
  emailId: string
  subject: string
  beginning: string
  from: string
  orgUnitName: string
  /** First names of the recipient's own players that it is about. */
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
  /** A person's emails, newest first. */
  of: (id: User): Range => ({
    index: 'lsi1',
    pk: userPartition(id),
    ...startingWith('INBOX#'),
    newestFirst: true,
  }),
}
