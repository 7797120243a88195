import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { mostUrgentOfClub, mostUrgentOfTeam } from '#shared/rules/mails.ts'
import { urgentCounts } from '../table/mailCounts.ts'
import type { Write } from '../table/writes.ts'

/** What cannot wait is about what takes place: it is for who may edit events there. */
export function mustMayBeUrgent(access: Access, emailId: string): void {
  const teamId = teamOf(emailId)
  const subject = { organizationId: organizationOf(emailId), ...(teamId !== undefined && { teamId }) }
  if (!flagsOn(access, subject).has('canEditEvents')) throw new Problem('not_allowed')
}

/** Counts an urgent email of a team and of its club on a day of the club's, beside its being sent; refused when there were many. */
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

/** What is sent later can be read in time by itself. */
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
