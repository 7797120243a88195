import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type Range, startingWith } from './table.ts'

/**
 * When somebody is mailed, in one, what was held back for them. It goes then, and with that their devices are told of what came in
 * chat in their hours of quiet.
 */
export const digests = {
  ...entity<User & { dueAt: string }, User>('Digest', {
    key: (id) => ({ pk: userPartition(id), sk: 'DIGEST' }),
    gsi2: by(['userId', 'dueAt'], ({ userId, dueAt }) => ['DIGESTS-DUE', `${dueAt}#${userId}`]),
  }),
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'DIGESTS-DUE', from: '0', to: `${instant}~` }),
}

/** A mail that is held back until then. */
export const heldMails = {
  ...entity<{ mailId: string }, User & { mailId: string }>('Held mail', {
    key: ({ userId, mailId }) => ({ pk: userPartition({ userId }), sk: `HELD-MAIL#${mailId}` }),
  }),
  of: (id: User): Range => ({ pk: userPartition(id), ...startingWith('HELD-MAIL#') }),
}
