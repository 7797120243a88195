import type { feeds as contract } from '#shared/api/feeds.ts'
import { type ChoiceKey, isSubscribed } from '#shared/rules/notices.ts'
import type { CallOf } from '../serve.ts'
import { choicesOf, noticeChoices } from '../table/noticeChoices.ts'
import { retryOnConflict, write } from '../table/table.ts'

/** The key of this choice among a user's notice settings, whichever screen sets it. */
export const mailsKey = 'events.calendar' satisfies ChoiceKey

export async function readCalendarMails({ userId }: CallOf<typeof contract, 'GET /rest-api/calendar/mails'>) {
  const row = await noticeChoices.get({ userId }, { consistent: true })
  return { on: isSubscribed(choicesOf(row), 'events', 'calendar') }
}

export async function saveCalendarMails({
  userId,
  body: { on },
  stamp,
}: CallOf<typeof contract, 'PUT /rest-api/calendar/mails'>) {
  await retryOnConflict(async () => {
    const row = await noticeChoices.get({ userId }, { consistent: true })
    const chosen = { ...row?.chosen, [mailsKey]: on ? ('on' as const) : ('off' as const) }
    const when = [['version', '=', row?.version ?? 0]] as const
    await write(stamp, noticeChoices.upsert({ userId }, { set: { chosen }, when }))
  })
  return { on }
}
