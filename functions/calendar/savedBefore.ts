import { dequal } from 'dequal'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { events } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { type Series, series } from '../table/series.ts'
import type { EventContent } from './written.ts'

/**
 * What is sent a second time, since the reply to the first was lost, may have been corrected in between. The same is completed and
 * answered as the first would have been; what differs is refused, since families have the first by then: that is what is edited.
 */

/** As the table has it: without what is left empty. */
const kept = (row: object): unknown => JSON.parse(JSON.stringify(row))
const refuseUnless = (isSame: boolean): void => {
  if (!isSame) throw new Problem('saved_before')
}

/** Whom an event asks: everybody by mail too, everybody, or nobody yet. `mail` says nothing where it is not sent. */
type Asking = { players: readonly TeamPlayer[]; invite: 'everybody' | 'nobody'; mail?: boolean }

export async function refuseOtherEvent(eventId: string, content: EventContent, asking: Asking): Promise<void> {
  const stands = await events.get({ eventId }, { consistent: true })
  refuseUnless(stands !== undefined && dequal(said(stands), said(content)))
  await refuseOtherAsking(eventId, asking)
}
const said = ({ name, description, start, end, timezone, field, eventTypeId, answerBy, location }: EventContent) =>
  kept({ name, description, start, end, timezone, field, eventTypeId, answerBy, location })

/** Of a copy, which is the same event but for when it is. */
export async function refuseOtherTime(eventId: string, { start, end }: Pick<EventContent, 'start' | 'end'>) {
  const stands = await events.get({ eventId }, { consistent: true })
  refuseUnless(stands?.start === start && stands.end === end)
}

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

/** As many of a roster as tell whether it was invited: who came to it meanwhile is not. */
const mostLookedAt = 20

async function refuseOtherAsking(eventId: string, { players, invite, mail }: Asking): Promise<void> {
  const some = players.slice(0, mostLookedAt).map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) }))
  if (some.length === 0) return
  const there = (await invites.getMany(some, { consistent: true })).flatMap((row) => row ?? [])
  refuseUnless(there.length > 0 === (invite === 'everybody'))
  if (mail !== undefined && there.length > 0) refuseUnless(there.some((row) => row.mail !== undefined) === mail)
}
