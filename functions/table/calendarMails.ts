import { eventOf, playerOf } from '#shared/ids.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import type { User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

/** What a calendar app was mailed of an event. */
export type MailedEntry = {
  start: string
  end: string
  summary: string
  description: string
  location: string
  category: string
}
export type CalendarMailId = User & { inviteId: string }
/**
 * What somebody's calendar app knows by mail of one player's invite. `sequence` counts what was mailed; `upon` is the answer
 * that stood then, or the one that the app has given since, at `repliedAt` by its own clock. Its answers come to `replyKey`,
 * which nobody knows but who has the mail.
 */
export type CalendarMail = CalendarMailId & {
  replyKey: string
  sequence: number
  method: 'REQUEST' | 'CANCEL'
  entry: MailedEntry
  /** The place's clock, by which mails say when it is: the invite is gone when it is told that this is off. */
  timezone?: string
  ends: string
  upon: string
  mailedAt: string
  repliedAt?: string
}

export const calendarMails = {
  ...entity<CalendarMail, CalendarMailId>('Calendar mail', {
    key: ({ inviteId, userId }) => ({
      pk: playerPartition({ playerId: playerOf(inviteId) }),
      sk: `CALENDAR-MAIL#${eventOf(inviteId)}#${userId}`,
    }),
    gsi2: by(['replyKey', 'inviteId', 'userId'], ({ replyKey, inviteId, userId }) => [
      `CALENDAR-REPLY#${replyKey}`,
      `${inviteId}#${userId}`,
    ]),
  }),
  /** What somebody was mailed of a player. */
  to: async ({ playerId, userId }: User & { playerId: string }): Promise<Stored<CalendarMail>[]> => {
    const range = { pk: playerPartition({ playerId }), ...startingWith('CALENDAR-MAIL#'), consistent: true }
    return (await all<CalendarMail>(range)).filter((mail) => mail.userId === userId)
  },
  /** Which of them is answered at an address. */
  answeredAt: async (replyKey: string): Promise<CalendarMailId | undefined> => {
    const found = await all<CalendarMail>({ index: 'gsi2', pk: `CALENDAR-REPLY#${replyKey}`, from: '0', to: '~' })
    return found[0] && { inviteId: found[0].inviteId, userId: found[0].userId }
  },
}
