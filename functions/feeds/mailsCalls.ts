import type { feeds as contract } from '#shared/api/feeds.ts'
import type { CallOf } from '../serve.ts'
import { wantsCalendarMails } from '../table/calendarMails.ts'
import { update } from '../table/table.ts'

export async function readCalendarMails({ userId }: CallOf<typeof contract, 'GET /rest-api/calendar/mails'>) {
  const wanted = await wantsCalendarMails.get({ userId }, { consistent: true })
  return { on: wanted?.on ?? false }
}

export async function saveCalendarMails({
  userId,
  body: { on },
  stamp,
}: CallOf<typeof contract, 'PUT /rest-api/calendar/mails'>) {
  await update(stamp, wantsCalendarMails.upsert({ userId }, { set: { on } }))
  return { on }
}
