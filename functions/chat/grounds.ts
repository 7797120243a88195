import { organizationOf, subjectOf } from '#shared/ids.ts'
import { type Access, type Flag, flagsOn, hasPlayerIn, playersWith } from '#shared/permissions.ts'
import type { ChatGrounds } from '#shared/rules/chatSafety.ts'
import { heldBackAnyhow } from '../http/secondFactor.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { type Me, myOrganizations, myTeams, ownPlayers } from '../table/me.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { sessions } from '../table/sessions.ts'
import type { Write } from '../table/writes.ts'

/** Whether the user may chat as staff of a team or club: they coach or run it, with the chat right. */
export const isChatStaff = (access: Access, orgUnitId: string): boolean => {
  const subject = subjectOf(orgUnitId)
  return subject !== undefined && !isBlockedIn(access, orgUnitId) && flagsOn(access, subject).has('chatEnabled')
}

/** Whether the club has blocked the user from its chat. */
export const isBlockedIn = ({ noChatIn = [] }: Access, id: string): boolean =>
  noChatIn.some((club) => club.id === organizationOf(id))

type Standing = ChatGrounds extends infer Each ? (Each extends unknown ? Omit<Each, 'hasSession'> : never) : never

/**
 * Why a user may be in a conversation of a club or team, given their current standing: they have an own player there, or chat as
 * staff. In a club-wide conversation, coaches of any of its teams count. Followers do not, nor guardians from whom the club has
 * taken the right to see the player's data.
 */
export function standingIn(access: Access, id: string): Standing | undefined {
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
 * The same for an account as it is now: none for a disabled account, nor for an administrator without the second factor that the
 * club requires.
 */
export function groundsOf(me: Me, id: string): ChatGrounds | undefined {
  const { access, session } = heldBackAnyhow(me)
  const standing = session.disabled === true ? undefined : standingIn(access, id)
  return standing && { ...standing, hasSession: Object.keys(session).length > 1 }
}

/** Conditions that hold while the user has these grounds; fail with `chat_stopped`. */
export function groundsHold(userId: string, by: ChatGrounds): Write[] {
  const isOpen = by.hasSession
    ? sessions.check({ userId }, [['disabled', '<>', true]], 'chat_stopped')
    : sessions.checkAbsent({ userId }, 'chat_stopped')
  const organizationId = organizationOf(by.as === 'family' ? by.playerId : by.orgUnitId)
  const isLetIn = chatBlocks.checkAbsent({ userId, organizationId }, 'chat_stopped')
  if (by.as === 'family') {
    const { playerId, teamId } = by
    const isOwn = ownPlayers.check({ userId, playerId }, [['lacks', 'lacks', 'sees']], 'chat_stopped')
    return [
      isOpen,
      isLetIn,
      isOwn,
      ...(teamId === undefined ? [] : [rosterRows.check({ teamId, playerId }, [], 'chat_stopped')]),
    ]
  }
  const { orgUnitId, flags } = by
  const when: [['flags', '=', Flag[]]] = [['flags', '=', [...flags]]]
  const { teamId } = subjectOf(orgUnitId) ?? {}
  const isStaff =
    teamId === undefined
      ? myOrganizations.check({ userId, organizationId }, when, 'chat_stopped')
      : myTeams.check({ userId, teamId }, when, 'chat_stopped')
  return [isOpen, isLetIn, isStaff]
}
