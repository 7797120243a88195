import { stopsWhenLimited } from '#shared/api/limited.ts'
import { inviteOf, organizationOf, type Subject, subjectOf } from '#shared/ids.ts'
import { type Access, can, isForGrownUps, isForGuardian, isStaff } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { staffSignInMinutes } from '#shared/rules/staff.ts'
import { isChildAccount } from '../people/childAccount.ts'
import { inviteRows } from '../table/inviteRows.ts'
import type { Me } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { isOver } from '../table/sessions.ts'
import { type Caller, isFresh } from './caller.ts'
import type { Received } from './parse.ts'
import { idsIn, subjectIn } from './requestIds.ts'
import { hasSecondFactor, isHeldBackIn } from './secondFactor.ts'

/**
 * The permission check. Throws for an ended session, for a caller without the right (`can`) on the route's subject, for a missing second
 * factor or recent password, for a club with limited functionality, and for any id in the request of another organization than the
 * subject's, so that a right in one club never reaches into another.
 */
export async function permit(received: Received, caller: Caller, me: Promise<Me>): Promise<void> {
  const { route, params, query, body } = received
  const subject = 'link' in caller ? subjectOf(caller.link.about) : subjectIn(received)
  const [{ access: fullAccess, session }, isLimitedClub, child] = await Promise.all([
    me,
    isLimited(received, subject),
    isForGrownUps(route.can) && isChildAccount(caller.userId, received.now),
  ])
  if ('link' in caller) {
    if (isOver(session, Date.parse(caller.link.made) / 1000)) throw new Problem('link_expired')
  } else if (!('staffId' in caller) && isOver(session, caller.token.signedIn, caller.token.session))
    throw new Problem('not_signed_in')
  const groups = 'link' in caller ? [] : caller.groups
  const access = child ? { ...fullAccess, child } : fullAccess
  const { allowed, ifOnTeam, ifInvited } = can({ access, groups }, route.can, subject)
  if (!allowed) {
    if (isForGuardian(access, route.can, subject)) throw new Problem('guardian_does')
    const isHeldBack = subject !== undefined && isHeldBackIn(access, subject.organizationId)
    throw new Problem(isHeldBack ? 'club_second_factor' : 'not_allowed')
  }
  if (isStaff(route.can) && needsSecondFactor() && !hasSecondFactor(caller, session))
    throw new Problem('second_factor_needed')
  const minutes = route.signedInWithin ?? ('staffId' in caller || !isStaff(route.can) ? undefined : staffSignInMinutes)
  if (minutes !== undefined && !isFresh(caller, minutes, received.now)) throw new Problem('password_needed')
  if (!subject) return
  if (idsIn([params, query, body]).some((id) => organizationOf(id) !== subject.organizationId))
    throw new Problem('not_found')
  if (isLimitedClub) throw new Problem('limited_functionality')
  const { teamId = '', playerId = '' } = subject
  if (ifOnTeam && !(await rosterRows.get({ teamId, playerId }, { consistent: true }))) throw new Problem('not_allowed')
  if (ifInvited && !(await hasInvite(access, subject))) throw new Problem('not_allowed')
}

/** Whether one of the caller's own or followed players is invited to the event. */
async function hasInvite({ players, following }: Access, { organizationId, eventId = '' }: Subject): Promise<boolean> {
  const ids = [...players, ...following].map(({ id }) => id).filter((id) => organizationOf(id) === organizationId)
  const inviteItems = await inviteRows.getMany(ids.map((id) => ({ inviteId: inviteOf(eventId, id) })))
  return inviteItems.some((invite) => invite !== undefined && invite.deletedAt === undefined)
}

/** Whether staff need a second factor on this stage; not on the stage `local`. */
const needsSecondFactor = () => process.env.STAFF_SECOND_FACTOR === 'required'

/** Whether the request would add something to a club whose subscription has expired. */
async function isLimited({ key, route }: Received, subject: Subject | undefined): Promise<boolean> {
  if (!subject || !stopsWhenLimited(key, route.can)) return false
  const organization = await organizations.get(subject)
  return organization?.limitedFunctionality === true
}
