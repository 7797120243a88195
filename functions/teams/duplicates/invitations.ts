import { familyInvitations } from '../../table/familyInvitations.ts'
import type { Merge } from '../../table/merges.ts'
import { ifUnchanged, type Write } from '../../table/writes.ts'
import type { Plan } from './planMerge.ts'
import { withoutKeys, type Side } from './sides.ts'

/**
 * Moves the invitations to the kept player, so that links in mails still find them; they keep the ids of children from when they were sent.
 */
export const moveInvitations = (gone: Side, { invitations }: Plan, playerId: string): Write[] =>
  gone.invitations.flatMap((each) => {
    const { invitationId, version } = each
    return [
      familyInvitations.remove({ playerId: gone.player.playerId, invitationId }, 'conflict', [
        ['version', '=', version],
      ]),
      ...(invitations.includes(each) ? [familyInvitations.create({ ...withoutKeys(each), playerId })] : []),
    ]
  })

/** Moves them back in their current state; without withdrawn ones, and those accepted by users who have no access any more. */
export function restoreInvitations({ keepId, gone, moved }: Merge, { family, invitations }: Side): Write[] {
  const movedIds = new Set(moved.invitations)
  const hasAccess = (acceptedBy: string | undefined) =>
    acceptedBy === undefined || family.some(({ userId }) => userId === acceptedBy)
  return gone.invitations.flatMap((former): Write[] => {
    const { invitationId } = former
    if (!movedIds.has(invitationId)) return hasAccess(former.acceptedBy) ? [familyInvitations.create(former)] : []
    const current = invitations.find((each) => each.invitationId === invitationId)
    if (!current || !hasAccess(current.acceptedBy)) return []
    const row = withoutKeys(current)
    return [
      familyInvitations.remove({ playerId: keepId, invitationId }, 'conflict', ifUnchanged(current)),
      familyInvitations.create({ ...row, playerId: former.playerId }),
    ]
  })
}

/** Reopens the kept player's invitations that the merge closed, except for people whose access to the kept player was withdrawn since. */
export const reopenInvitations = ({ closed = [] }: Merge, barred: ReadonlySet<string>): Write[] =>
  closed.flatMap((each) => (barred.has(each.email) ? [] : [familyInvitations.create(each)]))
