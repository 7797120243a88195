import { familyInvitations } from '../../table/familyInvitations.ts'
import type { Merge } from '../../table/merges.ts'
import { ifUnchanged, type Write } from '../../table/writes.ts'
import type { Plan } from './planMerge.ts'
import { plain, type Side } from './sides.ts'

/**
 * Moves the invitations to the kept player, so that links in mails still find them; they keep the ids of children from when they were sent.
 */
export const invitationsAlong = (gone: Side, { invitations }: Plan, playerId: string): Write[] =>
  gone.invitations.flatMap((each) => {
    const { invitationId, version } = each
    return [
      familyInvitations.remove({ playerId: gone.player.playerId, invitationId }, 'conflict', [
        ['version', '=', version],
      ]),
      ...(invitations.includes(each) ? [familyInvitations.create({ ...(plain(each) as typeof each), playerId })] : []),
    ]
  })

/** Moves them back in their current state; without withdrawn ones, and those accepted by users who have no access any more. */
export function invitationsBack({ keepId, gone, moved }: Merge, { family, invitations }: Side): Write[] {
  const cameAlong = new Set(moved.invitations)
  const isStill = (acceptedBy: string | undefined) =>
    acceptedBy === undefined || family.some(({ userId }) => userId === acceptedBy)
  return gone.invitations.flatMap((was): Write[] => {
    const { invitationId } = was
    if (!cameAlong.has(invitationId)) return isStill(was.acceptedBy) ? [familyInvitations.create(was)] : []
    const now = invitations.find((each) => each.invitationId === invitationId)
    if (!now || !isStill(now.acceptedBy)) return []
    const row = plain(now) as typeof now
    return [
      familyInvitations.remove({ playerId: keepId, invitationId }, 'conflict', ifUnchanged(now)),
      familyInvitations.create({ ...row, playerId: was.playerId }),
    ]
  })
}

/** Reopens the kept player's invitations that the merge closed, except for people whose access to the kept player was withdrawn since. */
export const openedAgain = ({ closed = [] }: Merge, barred: ReadonlySet<string>): Write[] =>
  closed.flatMap((each) => (barred.has(each.email) ? [] : [familyInvitations.create(each)]))
