import { dequal } from 'dequal'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { events } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { type Series, series } from '../table/series.ts'
import type { EventContent } from './written.ts'

/**
 * A call that is retried because its response was lost may have been changed by the user in between. With the same content it is completed;
 * with other content these functions throw `saved_before`, since families have the first one by then, which has to be edited instead.
 */

/** As the table returns it: without undefined fields. */
const kept = (row: object): unknown => JSON.parse(JSON.stringify(row))
const refuseUnless = (isSame: boolean): void => {
  if (!isSame) throw new Problem('saved_before')
}

/** Whether an event invites everybody or nobody yet, and by mail too; `mail` is undefined if that is not compared. */
type Asking = { players: readonly TeamPlayer[]; invite: 'everybody' | 'nobody'; mail?: boolean }

/** Throws `saved_before` unless the stored event has this content and these invites. */
export async function refuseOtherEvent(eventId: string, content: EventContent, asking: Asking): Promise<void> {
  const stands = await events.get({ eventId }, { consistent: true })
  refuseUnless(stands !== undefined && dequal(said(stands), said(content)))
  await refuseOtherAsking(eventId, asking)
}
const said = ({ name, description, start, end, timezone, field, eventTypeId, answerBy, location }: EventContent) =>
  kept({ name, description, start, end, timezone, field, eventTypeId, answerBy, location })

/** The same for a copy: only its time is compared. */
export async function refuseOtherTime(eventId: string, { start, end }: Pick<EventContent, 'start' | 'end'>) {
  const stands = await events.get({ eventId }, { consistent: true })
  refuseUnless(stands?.start === start && stands.end === end)
}

/** The same for a series and the invites of its first event. */
export async function refuseOtherSeries(seriesId: string, row: Series, firstId: string, asking: Asking): Promise<void> {
  const [stands, first] = await Promise.all([
    series.get({ seriesId }, { consistent: true }),
    events.get({ eventId: firstId }, { consistent: true }),
  ])
  refuseUnless(stands !== undefined && dequal(ruled(stands), ruled(row)))
  if (first) await refuseOtherAsking(firstId, asking)
}
const ruled = ({ rootId, first, startTime, endTime, timezone, rule, content, cut }: Series) =>
  kept({ rootId, first, startTime, endTime, timezone, rule, content, cut })

/** How many players of the roster are checked for an invite: some of them may have joined since and have none. */
const maxScanned = 20

async function refuseOtherAsking(eventId: string, { players, invite, mail }: Asking): Promise<void> {
  const some = players.slice(0, maxScanned).map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) }))
  if (some.length === 0) return
  const there = (await invites.getMany(some, { consistent: true })).flatMap((row) => row ?? [])
  refuseUnless(there.length > 0 === (invite === 'everybody'))
  if (mail !== undefined && there.length > 0) refuseUnless(there.some((row) => row.mail !== undefined) === mail)
}
