import type { NoticeName } from '#shared/rules/notices.ts'
import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type Range, startingWith } from './table.ts'
import { ifUnchanged, type Write } from './writes.ts'

/**
 * When somebody is mailed, in one, what was held back for them. It goes then, and with that their devices are told of what came in
 * their hours of quiet.
 */
const rows = entity<User & { dueAt: string }, User>('Digest', {
  key: (id) => ({ pk: userPartition(id), sk: 'DIGEST' }),
  gsi2: by(['userId', 'dueAt'], ({ userId, dueAt }) => ['DIGESTS-DUE', `${dueAt}#${userId}`]),
})
export const digests = {
  ...rows,
  /**
   * Has it go by an instant: what is due already, or sooner, is not put off by what comes meanwhile. Gives when it goes, and the
   * write: a conflict where it was changed since it was read.
   */
  goesBy: async ({ userId }: User, next: string): Promise<{ dueAt: string; write: Write }> => {
    const standing = await rows.get({ userId }, { consistent: true })
    if (!standing) return { dueAt: next, write: rows.create({ userId, dueAt: next }) }
    const dueAt = standing.dueAt < next ? standing.dueAt : next
    return { dueAt, write: rows.change({ userId }, { set: { userId, dueAt }, when: ifUnchanged(standing) }) }
  },
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'DIGESTS-DUE', from: '0', to: `${instant}~` }),
}

/** A mail that is held back until then. */
export const heldMails = {
  ...entity<{ mailId: string }, User & { mailId: string }>('Held mail', {
    key: ({ userId, mailId }) => ({ pk: userPartition({ userId }), sk: `HELD-MAIL#${mailId}` }),
  }),
  of: (id: User): Range => ({ pk: userPartition(id), ...startingWith('HELD-MAIL#') }),
}

/** A kind of which somebody's devices were to be told in their hours of quiet: they are when these end, once for all of it. */
export const heldPushes = {
  ...entity<{ notice: NoticeName; heldAt: string }, User & { notice: NoticeName }>('Held push', {
    key: ({ userId, notice }) => ({ pk: userPartition({ userId }), sk: `HELD-PUSH#${notice}` }),
  }),
  of: (id: User): Range => ({ pk: userPartition(id), ...startingWith('HELD-PUSH#') }),
}
