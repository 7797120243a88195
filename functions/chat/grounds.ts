import { organizationOf, subjectOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn, hasPlayerIn, playersWith } from '#shared/permissions.ts'
import type { ChatGrounds } from '#shared/rules/chatSafety.ts'
import { withholdForAccount } from '../http/secondFactor.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { type Me, myOrganizations, myTeams, ownPlayers } from '../table/me.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { sessions } from '../table/sessions.ts'
import type { Write } from '../table/writes.ts'

/** Whether somebody chats on behalf of a team or club: as a coach or administrator with the chat flag. */
export const isChatStaff = (access: Access, orgUnitId: string): boolean => {
  const subject = subjectOf(orgUnitId)
  return subject !== undefined && !isBlockedIn(access, orgUnitId) && flagsOn(access, subject).has('chatEnabled')
}

/** Whether the club has blocked somebody from chat. */
export const isBlockedIn = ({ noChatIn = [] }: Access, id: string): boolean =>
  noChatIn.some((club) => club.id === organizationOf(id))

type Grounds = ChatGrounds extends infer Each ? (Each extends unknown ? Omit<Each, 'hasSession'> : never) : never

/**
 * The reasons why a user may be in a conversation of a club or team: they have an own player there, with the right `sees`, or chat on
 * behalf of it; in a conversation of the whole club, as any of its coaches. Followers have none.
 */
export function groundsIn(access: Access, id: string): Grounds | undefined {
  const subject = subjectOf(id)
  if (!subject || isBlockedIn(access, id)) return undefined
  const { organizationId, teamId } = subject
  const player = playersWith(access, 'sees').find((each) => hasPlayerIn([each], subject))
  if (player) return { as: 'family', playerId: player.id, ...(teamId !== undefined && { teamId }) }
  const organization = access.organizations.find((each) => each.id === organizationId)
  const units = [
    ...(organization ? [{ id: organizationId, flags: organization.flags }] : []),
    ...(organization?.teams ?? []).filter((team) => teamId === undefined || team.id === teamId),
  ]
  for (const { id: orgUnitId, flags = [] } of units)
    if (flags.includes('chatEnabled')) return { as: 'staff', orgUnitId, flags }
  return undefined
}

/**
 * The same, read from the account: a disabled account has none, nor has an administrator without the second factor that the club requires.
 */
export function groundsOf(me: Me, id: string): ChatGrounds | undefined {
  const { access, session } = withholdForAccount(me)
  const grounds = session.disabled === true ? undefined : groundsIn(access, id)
  return grounds && { ...grounds, hasSession: Object.keys(session).length > 1 }
}

/** Condition checks that hold while the reason does; the transaction fails with `chat_stopped` otherwise. */
export function groundsChecks(userId: string, by: ChatGrounds): Write[] {
  const sessionCheck = by.hasSession
    ? sessions.check({ userId }, [['disabled', '<>', true]], 'chat_stopped')
    : sessions.checkAbsent({ userId }, 'chat_stopped')
  const organizationId = organizationOf(by.as === 'family' ? by.playerId : by.orgUnitId)
  const blockCheck = chatBlocks.checkAbsent({ userId, organizationId }, 'chat_stopped')
  if (by.as === 'family') {
    const { playerId, teamId } = by
    const playerCheck = ownPlayers.check({ userId, playerId }, [['lacks', 'lacks', 'sees']], 'chat_stopped')
    return [
      sessionCheck,
      blockCheck,
      playerCheck,
      ...(teamId === undefined ? [] : [rosterRows.check({ teamId, playerId }, [], 'chat_stopped')]),
    ]
  }
  const { orgUnitId, flags } = by
  const when: [['flags', '=', Flag[]]] = [['flags', '=', [...flags]]]
  const { teamId } = subjectOf(orgUnitId) ?? {}
  const staffCheck =
    teamId === undefined
      ? myOrganizations.check({ userId, organizationId }, when, 'chat_stopped')
      : myTeams.check({ userId, teamId }, when, 'chat_stopped')
  return [sessionCheck, blockCheck, staffCheck]
}
