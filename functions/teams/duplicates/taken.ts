import { Problem } from '#shared/problems.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { isTaken } from '../../table/guardians.ts'
import { profiles } from '../../table/profiles.ts'
import type { Side } from './sides.ts'

/**
 * Whose access to the one the club has taken, and who is family of the other, as whoever registers a child anew is: as family of
 * both made one they would have again what was taken. They are known by their addresses, and by those at which they were invited.
 */
export async function refuseTaken(keep: Side, gone: Side): Promise<void> {
  const found = await Promise.all([comesBack(keep, gone), comesBack(gone, keep)])
  if (found.includes(true)) throw new Problem('taken_is_family')
}

async function comesBack(to: Side, from: Side): Promise<boolean> {
  const taken = new Set(to.guardians.flatMap((each) => (isTaken(each) && each.email !== undefined ? [each.email] : [])))
  if (taken.size === 0) return false
  const ownOf = ({ family }: Side) => family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : []))
  const there = ownOf(to)
  const others = ownOf(from).filter((userId) => !there.includes(userId))
  const invited = [...to.invitations, ...from.invitations]
  if (invited.some(({ acceptedBy = '', email }) => others.includes(acceptedBy) && taken.has(email))) return true
  const people = await profiles.getMany(
    others.map((userId) => ({ userId })),
    { consistent: true },
  )
  const known = await Promise.all(people.flatMap((person) => (person ? [emailUsers.knowing(person)] : [])))
  return known.flat().some((email) => taken.has(email))
}
