import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addSeconds, dayIn } from '#shared/rules/days.ts'
import { mostUrgentOfClub, mostUrgentOfTeam, takeBackSeconds } from '#shared/rules/mails.ts'
import { playersShown } from '../access/pictureConsent.ts'
import type { EmailTo } from '../table/emails.ts'
import { urgentCounts } from '../table/mailCounts.ts'
import type { Write } from '../table/writes.ts'

/** Urgent emails are about events: only for users who may edit events where it is from, and where it goes. */
export async function mustMayBeUrgent(access: Access, emailId: string, to: EmailTo): Promise<void> {
  const units = [orgUnitOf(emailId), ...unitsOf(to)]
  if (!units.every((unit) => mayEditEvents(access, unit))) throw new Problem('not_allowed')
  if (!('playerIds' in to) || mayEditEvents(access, organizationOf(emailId))) return
  const found = await playersShown(to.playerIds, { consistent: false })
  if (!found.every((player) => player?.teams.some(({ id }) => mayEditEvents(access, id))))
    throw new Problem('not_allowed')
}

function mayEditEvents(access: Access, orgUnitId: string): boolean {
  const teamId = teamOf(orgUnitId)
  const subject = { organizationId: organizationOf(orgUnitId), ...(teamId !== undefined && { teamId }) }
  return flagsOn(access, subject).has('canEditEvents')
}

/** The teams, or the club, that an email goes to; none for selected players. */
export function unitsOf(to: EmailTo): string[] {
  if ('teamIds' in to) return to.teamIds
  if ('eventId' in to) return [orgUnitOf(to.eventId)]
  return 'tagIds' in to ? [to.among] : []
}

/**
 * Counts an urgent email of a team and its club, per day in the club's time zone, in the transaction that sends it; refused if
 * there were too many.
 */
export function urgentWrites(emailId: string, { now, timezone }: { now: string; timezone: string }): Write[] {
  const day = dayIn(now, timezone)
  const [unit, club] = [orgUnitOf(emailId), organizationOf(emailId)]
  const counts = unit === club ? [] : [{ orgUnitId: unit, most: mostUrgentOfTeam }]
  return [...counts, { orgUnitId: club, most: mostUrgentOfClub }].map(({ orgUnitId, most }) =>
    urgentCounts.upsert(
      { orgUnitId, day },
      { set: { day }, add: { sent: 1 }, when: [['sent', '<', most]] },
      'too_many_urgent',
    ),
  )
}

/** Uncounts an urgent email that was just taken back. */
export function notUrgent(emailId: string, { dueAt, timezone }: { dueAt: string; timezone: string }): Write[] {
  const day = dayIn(addSeconds(dueAt, -takeBackSeconds), timezone)
  return [...new Set([orgUnitOf(emailId), organizationOf(emailId)])].map((orgUnitId) =>
    urgentCounts.change({ orgUnitId, day }, { add: { sent: -1 } }),
  )
}

/** A scheduled email can be read in time without being urgent. */
export function refuseUrgentLater({
  urgent,
  later,
}: {
  urgent?: boolean | undefined
  later?: object | undefined
}): void {
  if (urgent && later)
    throw new Problem('bad_request', [
      faultAt('urgent', 'invalid', { message: 'What is urgent is sent at once, not later.' }),
    ])
}
