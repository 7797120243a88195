import { dequal } from 'dequal'
import { inviteOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { events } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { type Series, series } from '../table/series.ts'
import type { EventContent } from './eventContent.ts'

/**
 * A call that is retried because its response was lost may have been changed by the user in between. With the same content it is completed;
 * with other content these functions throw `saved_before`, since families have the first one by then, which has to be edited instead.
 */

/** As the table returns it: without undefined fields. */
const asStored = (row: object): unknown => JSON.parse(JSON.stringify(row))
const refuseUnless = (isSame: boolean): void => {
  if (!isSame) throw new Problem('saved_before')
}

/** Whether an event invites everybody or nobody yet, and by mail too; `mail` is undefined if that is not compared. */
type InviteChoice = { players: readonly TeamPlayer[]; invite: 'everybody' | 'nobody'; mail?: boolean }

/** Throws `saved_before` unless the stored event has this content and these invites. */
export async function refuseOtherEvent(
  eventId: string,
  content: EventContent,
  inviteChoice: InviteChoice,
): Promise<void> {
  const stored = await events.get({ eventId }, { consistent: true })
  refuseUnless(stored !== undefined && dequal(contentFields(stored), contentFields(content)))
  await refuseOtherInvites(eventId, inviteChoice)
}
const contentFields = ({
  name,
  description,
  start,
  end,
  timezone,
  field,
  eventTypeId,
  answerBy,
  location,
}: EventContent) => asStored({ name, description, start, end, timezone, field, eventTypeId, answerBy, location })

/** The same for a copy: only its time is compared. */
export async function refuseOtherTime(eventId: string, { start, end }: Pick<EventContent, 'start' | 'end'>) {
  const stored = await events.get({ eventId }, { consistent: true })
  refuseUnless(stored?.start === start && stored.end === end)
}

/** The same for a series and the invites of its first event. */
export async function refuseOtherSeries(
  seriesId: string,
  row: Series,
  firstId: string,
  inviteChoice: InviteChoice,
): Promise<void> {
  const [stored, first] = await Promise.all([
    series.get({ seriesId }, { consistent: true }),
    events.get({ eventId: firstId }, { consistent: true }),
  ])
  refuseUnless(stored !== undefined && dequal(seriesFields(stored), seriesFields(row)))
  if (first) await refuseOtherInvites(firstId, inviteChoice)
}
const seriesFields = ({ rootId, first, startTime, endTime, timezone, rule, content, cut }: Series) =>
  asStored({ rootId, first, startTime, endTime, timezone, rule, content, cut })

/** How many players of the roster are checked for an invite: some of them may have joined since and have none. */
const maxScanned = 20

async function refuseOtherInvites(eventId: string, { players, invite, mail }: InviteChoice): Promise<void> {
  const sampledIds = players.slice(0, maxScanned).map(({ playerId }) => ({ inviteId: inviteOf(eventId, playerId) }))
  if (sampledIds.length === 0) return
  const foundInvites = (await invites.getMany(sampledIds, { consistent: true })).flatMap((row) => row ?? [])
  refuseUnless(foundInvites.length > 0 === (invite === 'everybody'))
  if (mail !== undefined && foundInvites.length > 0)
    refuseUnless(foundInvites.some((row) => row.mail !== undefined) === mail)
}
