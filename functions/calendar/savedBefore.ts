import { dequal } from 'dequal'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { events } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { type Series, series } from '../table/series.ts'
import type { EventContent } from './written.ts'

/**
 * A request that is repeated after a lost response may have been corrected in between. An identical one is completed and answered
 * like the first; a different one is refused, as families have the first event by now: that one has to be edited.
 */

/** As stored: without empty fields. */
const kept = (row: object): unknown => JSON.parse(JSON.stringify(row))
const refuseUnless = (isSame: boolean): void => {
  if (!isSame) throw new Problem('saved_before')
}

/** Whom an event invites: everyone and by mail too, everyone, or nobody yet. `mail` is undefined if it was not sent. */
type Asking = { players: readonly TeamPlayer[]; invite: 'everybody' | 'nobody'; mail?: boolean }

export async function refuseOtherEvent(eventId: string, content: EventContent, asking: Asking): Promise<void> {
  const stands = await events.get({ eventId }, { consistent: true })
  refuseUnless(stands !== undefined && dequal(said(stands), said(content)))
  await refuseOtherAsking(eventId, asking)
}
const said = ({ name, description, start, end, timezone, field, eventTypeId, answerBy, location }: EventContent) =>
  kept({ name, description, start, end, timezone, field, eventTypeId, answerBy, location })

/** For a copy, which has the same content at another time. */
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

/** Players of a roster that are checked to see whether it was invited: those who joined since were not. */
const mostLookedAt = 20

async function refuseOtherAsking(eventId: string, { players, invite, mail }: Asking): Promise<void> {
  const some = players.slice(0, mostLookedAt).map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) }))
  if (some.length === 0) return
  const there = (await invites.getMany(some, { consistent: true })).flatMap((row) => row ?? [])
  refuseUnless(there.length > 0 === (invite === 'everybody'))
  if (mail !== undefined && there.length > 0) refuseUnless(there.some((row) => row.mail !== undefined) === mail)
}
