import { eventOf, playerOf } from '#shared/ids.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import type { User } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

/** The content of an event as it was mailed to a calendar app. */
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
 * What a person's calendar app knows by mail of a player's invite. `sequence` counts the mails; `upon` is the answer at that
 * time, or the one that the app has sent since, at `repliedAt` by its own clock. Its replies go to `replyKey`, which is known
 * only to those who have the mail.
 */
export type CalendarMail = CalendarMailId & {
  replyKey: string
  sequence: number
  method: 'REQUEST' | 'CANCEL'
  entry: MailedEntry
  /** The venue's time zone, for the mail that cancels the event: the invite may be gone by then. */
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
  /** What a person was mailed about a player. */
  ofPerson: async ({ playerId, userId }: User & { playerId: string }): Promise<Stored<CalendarMail>[]> => {
    const range = { pk: playerPartition({ playerId }), ...startingWith('CALENDAR-MAIL#'), consistent: true }
    return (await all<CalendarMail>(range)).filter((mail) => mail.userId === userId)
  },
  /** The mail that a reply address belongs to. */
  findByReplyKey: async (replyKey: string): Promise<CalendarMailId | undefined> => {
    const mails = await all<CalendarMail>({ index: 'gsi2', pk: `CALENDAR-REPLY#${replyKey}`, from: '0', to: '~' })
    return mails[0] && { inviteId: mails[0].inviteId, userId: mails[0].userId }
  },
}
