import { counts } from '../table/me.ts'
import { receivedEmails } from '../table/receivedEmails.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { ignoreConflict } from '../table/ignore.ts'

/** Somebody has read an email that was sent to them: one less that they have not. The first time counts. */
export const markRead = (stamp: Stamp, { userId, emailId }: { userId: string; emailId: string }): Promise<void> =>
  ignoreConflict(
    write(
      stamp,
      receivedEmails.change({ userId, emailId }, { set: { readAt: stamp.at }, when: [['readAt', 'not exists']] }),
      counts.change({ userId }, { add: { unreadMessages: -1 } }),
    ),
  )
