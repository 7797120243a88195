import type { NoticeName } from '#shared/rules/notices.ts'
import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type Range, startingWith } from './table.ts'
import { ifUnchanged, type Write } from './writes.ts'

/**
 * When the mails held back for a person are sent as one digest. At that time their devices also get what was withheld in quiet
 * hours.
 */
const rows = entity<User & { dueAt: string }, User>('Digest', {
  key: (id) => ({ pk: userPartition(id), sk: 'DIGEST' }),
  gsi2: by(['userId', 'dueAt'], ({ userId, dueAt }) => ['DIGESTS-DUE', `${dueAt}#${userId}`]),
})
export const digests = {
  ...rows,
  /**
   * Schedules the digest for `next`; a digest that is due earlier is not postponed. Returns when it is due, and the write, which
   * conflicts if it was changed since it was read.
   */
  schedule: async ({ userId }: User, next: string): Promise<{ dueAt: string; write: Write }> => {
    const existing = await rows.get({ userId }, { consistent: true })
    if (!existing) return { dueAt: next, write: rows.create({ userId, dueAt: next }) }
    const dueAt = existing.dueAt < next ? existing.dueAt : next
    return { dueAt, write: rows.change({ userId }, { set: { userId, dueAt }, when: ifUnchanged(existing) }) }
  },
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'DIGESTS-DUE', from: '0', to: `${instant}~` }),
}

/** A mail that is held back for the digest. */
export const heldMails = {
  ...entity<{ mailId: string }, User & { mailId: string }>('Held mail', {
    key: ({ userId, mailId }) => ({ pk: userPartition({ userId }), sk: `HELD-MAIL#${mailId}` }),
  }),
  of: (id: User): Range => ({ pk: userPartition(id), ...startingWith('HELD-MAIL#') }),
}

/** A kind of notice that was withheld from a person's devices in quiet hours; they get one push for all of it when these end. */
export const heldPushes = {
  ...entity<{ notice: NoticeName; heldAt: string }, User & { notice: NoticeName }>('Held push', {
    key: ({ userId, notice }) => ({ pk: userPartition({ userId }), sk: `HELD-PUSH#${notice}` }),
  }),
  of: (id: User): Range => ({ pk: userPartition(id), ...startingWith('HELD-PUSH#') }),
}
