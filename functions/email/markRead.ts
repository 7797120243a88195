import { counts } from '../table/me.ts'
import { receivedEmails } from '../table/receivedEmails.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { ignoreConflict } from '../table/ignore.ts'

/** Marks an email as read by a recipient, and decreases their unread count the first time. */
export const markRead = (stamp: Stamp, { userId, emailId }: { userId: string; emailId: string }): Promise<void> =>
  ignoreConflict(
    write(
      stamp,
      receivedEmails.change({ userId, emailId }, { set: { readAt: stamp.at }, when: [['readAt', 'not exists']] }),
      counts.change({ userId }, { add: { unreadMessages: -1 } }),
    ),
  )
