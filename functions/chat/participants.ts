import type { chat } from '#shared/api/chat.ts'
import { organizationOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle, fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { chatRules, isChatOn } from '../table/chatRules.ts'
import { conversations } from '../table/conversations.ts'
import { organizations } from '../table/organizations.ts'
import { isActiveTeam, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { teams } from '../table/teams.ts'
import { teamsWith } from '../access/teamsWith.ts'
import { isChatOnAt } from './access.ts'
import { isBlockedIn, isChatStaff } from './grounds.ts'
import { teamConversation } from '../table/conversationIds.ts'
import { isIn } from './membership.ts'
import { agesOf, guardiansOf } from './safety.ts'
import { playerAccounts } from '../table/playerAccounts.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>
export type Participant = { userId: string; name: string; staff: boolean; minor: boolean; teams: string[] }

export async function listOrganizations({ me }: Call<'GET /rest-api/chat-user/available-orgs'>) {
  const { access } = await me
  const staffClubs = access.organizations.filter(
    ({ id, teams }) => isChatStaff(access, id) || teams.some((team) => isChatStaff(access, team.id)),
  )
  const families = playersWith(access, 'sees').map(({ id }) => organizationOf(id))
  const ids = [...new Set([...staffClubs.map(({ id }) => id), ...families])]
  const keys = ids.map((organizationId) => ({ organizationId }))
  const [organizationRows, rules] = await Promise.all([organizations.getMany(keys), chatRules.getMany(keys)])
  return organizationRows
    .flatMap((row, i) =>
      row && isChatOn(row, rules[i]) && !isBlockedIn(access, row.organizationId)
        ? [{ id: row.organizationId, name: row.name }]
        : [],
    )
    .toSorted(byTitle)
    .map(({ id, name }) => ({ orgId: id, orgName: name }))
}

const participantsResponse = (found: readonly Participant[]) => ({
  status: 'success' as const,
  data: {
    chatParticipants: found.toSorted((a, b) => Number(b.staff) - Number(a.staff) || a.name.localeCompare(b.name)),
  },
})

export async function listOfOrganization({
  me,
  now,
  query: { organizationId },
}: Call<'GET /rest-api/chat-user/available-participants'>) {
  const { access } = await me
  return participantsResponse(await participantsIn(access, organizationId, now))
}

export async function listOfTeams({
  me,
  now,
  query: { teamIds },
}: Call<'GET /rest-api/chat-user/available-participants/teams'>) {
  const { access } = await me
  const isAllowed = teamIds.map(
    (teamId) => ownTeams(access, organizationOf(teamId)).includes(teamId) || isChatStaff(access, teamId),
  )
  if (isAllowed.includes(false)) throw new Problem('not_allowed')
  return participantsResponse(await peopleOf(access, teamIds, now))
}

/** The users with whom the caller can chat in a club: those of their own teams, and its administrators. */
export async function participantsIn(access: Access, organizationId: string, now: string): Promise<Participant[]> {
  const teamIds = await activeTeamIds(access, organizationId)
  if (!isChatStaff(access, organizationId) && teamIds.length === 0) return []
  const [people, administrators] = await Promise.all([
    peopleOf(access, teamIds, now),
    organizationAdministrators.of({ organizationId }),
  ])
  const knownIds = new Set([access.userId, ...people.map(({ userId }) => userId)])
  const otherAdministrators = administrators.filter(
    ({ userId, flags }) => flags.includes('chatEnabled') && !knownIds.has(userId),
  )
  return [
    ...people,
    ...otherAdministrators.map((row) => ({
      userId: row.userId,
      name: fullName(row),
      staff: true,
      minor: false,
      teams: [],
    })),
  ]
}

/** The teams of a club in whose conversations a user may be; as a guardian only with the right `sees`. */
function ownTeams(access: Access, organizationId: string): string[] {
  if (isBlockedIn(access, organizationId)) return []
  const coached = access.organizations.flatMap(({ teams }) =>
    teams.flatMap(({ id, flags = [] }) => (flags.includes('chatEnabled') ? [id] : [])),
  )
  return [...new Set([...playerTeamIds(access, organizationId), ...coached])].filter(
    (id) => organizationOf(id) === organizationId,
  )
}

const playerTeamIds = (access: Access, organizationId: string): string[] =>
  playersWith(access, 'sees')
    .flatMap(({ teams }) => teams.filter(isActiveTeam).map(({ id }) => id))
    .filter((id) => organizationOf(id) === organizationId)

/** The same without archived teams: former coaches cannot start conversations with last season's people. */
async function activeTeamIds(access: Access, organizationId: string): Promise<string[]> {
  if (isBlockedIn(access, organizationId)) return []
  const { teams: coached } = await teamsWith('chatEnabled', access, organizationId)
  return [...new Set([...playerTeamIds(access, organizationId), ...coached.map(({ id }) => id)])]
}

/** Children are shown to their coaches and family; a child sees coaches and their own family. */
async function peopleOf(access: Access, teamIds: readonly string[], now: string): Promise<Participant[]> {
  const rows = await Promise.all(
    teamIds.map(async (teamId) => {
      const { conversation, members } = await conversations.withMembers({ conversationSid: teamConversation(teamId) })
      return members.filter(isIn).map((member) => ({ teamId, team: conversation?.friendlyName ?? '', ...member }))
    }),
  )
  const isChild = (await agesOf([access.userId], now)).get(access.userId)?.minor !== undefined
  const ownPlayerIds = new Set(playersWith(access, 'sees').map(({ id }) => id))
  const found = new Map<string, Participant>()
  for (const member of rows.flat()) {
    const { userId, minor, staff = false, team, teamId } = member
    const isShown = minor === undefined ? !isChild || staff : ownPlayerIds.has(minor) || isChatStaff(access, teamId)
    if (userId === access.userId || !isShown) continue
    const existing = found.get(userId)
    const teams = [...(existing?.teams ?? []), team]
    found.set(userId, {
      userId,
      name: fullName(member),
      staff: staff || existing?.staff === true,
      minor: minor !== undefined,
      teams,
    })
  }
  return [...found.values()]
}

export async function listOfPlayers({
  me,
  now,
  query: { playerIds },
}: Call<'GET /rest-api/chat-user/available-participants/players'>) {
  const { access } = await me
  const found = await Promise.all(playerIds.map((playerId) => familyFor(access, playerId, now)))
  const byUser = new Map(found.flat().map((person) => [person.userId, person]))
  return participantsResponse([...byUser.values()])
}

/** The family of a player, and the player's own account. */
export async function familyFor(access: Access, playerId: string, now: string): Promise<Participant[]> {
  const player = await players.get({ playerId }, { consistent: true })
  const isOwn = playersWith(access, 'sees').some(({ id }) => id === playerId)
  const coaches = player?.teams.some(({ id }) => isChatStaff(access, id)) ?? false
  if (!player || !(isOwn || coaches || isChatStaff(access, organizationOf(playerId)))) throw new Problem('not_allowed')
  const [guardians, accounts] = await Promise.all([guardiansOf(playerId), playerAccounts.of(playerId)])
  const withoutCaller = (list: readonly string[]) => list.filter((userId) => userId !== access.userId)
  const playerAccountIds = withoutCaller(accounts.map(({ userId }) => userId))
  const userIds = [...new Set([...withoutCaller(guardians), ...playerAccountIds])]
  // A guardian's account is never a player's own.
  const [people, ages] = await Promise.all([
    profiles.getMany(userIds.map((userId) => ({ userId }))),
    agesOf(playerAccountIds, now),
  ])
  const teams = player.teams.filter(isActiveTeam).map(({ name }) => name)
  return people.flatMap((person, i) => {
    const userId = userIds[i] ?? ''
    // An erased account has no name, and nobody reads what is sent to it.
    return person
      ? [{ userId, name: fullName(person), staff: false, minor: ages.get(userId)?.minor !== undefined, teams }]
      : []
  })
}

/** Those of these administrators who chat on behalf of the club or team. */
export async function staffAmong(
  userIds: readonly string[],
  { organizationId, teamId }: { organizationId: string; teamId?: string | undefined },
) {
  const [ofClub, ofTeam] = await Promise.all([
    organizationAdministrators.getMany(userIds.map((userId) => ({ userId, organizationId }))),
    teamId === undefined ? [] : teamAdministrators.getMany(userIds.map((userId) => ({ userId, teamId }))),
  ])
  return new Set(userIds.filter((_, i) => ofClub[i] ?? ofTeam[i]))
}

/** Whether the caller can chat in a club or team: chat is on, and they have a player there or chat on behalf of it. */
export async function readEnabled({ me, params: { orgUnitId } }: Call<'GET /rest-api/chat/enabled/{orgUnitId}'>) {
  const { access } = await me
  const organizationId = organizationOf(orgUnitId)
  const isTeam = orgUnitId !== organizationId
  const [isOn, unit] = await Promise.all([
    isChatOnAt(orgUnitId),
    isTeam ? teams.get({ teamId: orgUnitId }) : organizations.get({ organizationId }),
  ])
  if (!unit) throw new Problem('not_found')
  const isFamily = isTeam
    ? ownTeams(access, organizationId).includes(orgUnitId)
    : ownTeams(access, organizationId).length > 0
  return { enabled: (isFamily || isChatStaff(access, orgUnitId)) && isOn }
}
