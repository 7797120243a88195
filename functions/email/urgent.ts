import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addSeconds, dayIn } from '#shared/rules/days.ts'
import { maxUrgentPerClub, maxUrgentPerTeam, takeBackSeconds } from '#shared/rules/mails.ts'
import { playersShown } from '../access/pictureConsent.ts'
import type { EmailTo } from '../table/emails.ts'
import { urgentCounts } from '../table/mailCounts.ts'
import type { Write } from '../table/writes.ts'

/** Throws `not_allowed` unless the user may edit events of the team that sends an urgent email and of those that it goes to. */
export async function requireMayBeUrgent(access: Access, emailId: string, to: EmailTo): Promise<void> {
  const units = [orgUnitOf(emailId), ...unitsOf(to)]
  if (!units.every((unit) => mayEditEvents(access, unit))) throw new Problem('not_allowed')
  if (!('playerIds' in to) || mayEditEvents(access, organizationOf(emailId))) return
  const shownPlayers = await playersShown(to.playerIds, { consistent: false })
  if (!shownPlayers.every((player) => player?.teams.some(({ id }) => mayEditEvents(access, id))))
    throw new Problem('not_allowed')
}

function mayEditEvents(access: Access, orgUnitId: string): boolean {
  const teamId = teamOf(orgUnitId)
  const subject = { organizationId: organizationOf(orgUnitId), ...(teamId !== undefined && { teamId }) }
  return flagsOn(access, subject).has('canEditEvents')
}

/** The ids of the teams, or of the club, to which an email goes; empty for chosen players. */
export function unitsOf(to: EmailTo): string[] {
  if ('teamIds' in to) return to.teamIds
  if ('eventId' in to) return [orgUnitOf(to.eventId)]
  return 'tagIds' in to ? [to.among] : []
}

/** The writes that count an urgent email for the team and for the club, by the day in the club's time zone; they fail at the limit. */
export function urgentWrites(emailId: string, { now, timezone }: { now: string; timezone: string }): Write[] {
  const day = dayIn(now, timezone)
  const [unit, club] = [orgUnitOf(emailId), organizationOf(emailId)]
  const counts = unit === club ? [] : [{ orgUnitId: unit, max: maxUrgentPerTeam }]
  return [...counts, { orgUnitId: club, max: maxUrgentPerClub }].map(({ orgUnitId, max }) =>
    urgentCounts.upsert(
      { orgUnitId, day },
      { set: { day }, add: { sent: 1 }, when: [['sent', '<', max]] },
      'too_many_urgent',
    ),
  )
}

/** The writes that undo this count for an urgent email that is taken back. */
export function undoUrgentWrites(emailId: string, { dueAt, timezone }: { dueAt: string; timezone: string }): Write[] {
  const day = dayIn(addSeconds(dueAt, -takeBackSeconds), timezone)
  return [...new Set([orgUnitOf(emailId), organizationOf(emailId)])].map((orgUnitId) =>
    urgentCounts.change({ orgUnitId, day }, { add: { sent: -1 } }),
  )
}

/** Throws if an email is both urgent and scheduled. */
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
