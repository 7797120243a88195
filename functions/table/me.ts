import { organizationOf } from '#shared/ids.ts'
import type { Access, AccessOrganization, AccessPlayer, Flag, Guarding } from '#shared/permissions.ts'
import { chatBlocks } from './chatBlocks.ts'
import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { type InPlaceRow, inPlaces } from './inPlace.ts'
import { endedSessions, type SessionState, sessions } from './sessions.ts'
import { all, startingWith } from './table.ts'

/**
 * What a user may do, and what waits for them: rows that are read together on every request. The first four are copies of memberships, and
 * are written in the same transactions: see `administrators.ts` and `players.ts`.
 */

export type MyOrganization = {
  organizationId: string
  name: string
  flags: Flag[]
  academyEnabled?: boolean
  customRegistrationEnabled?: boolean
  adminSecondFactor?: boolean
}
export const myOrganizations = entity<MyOrganization, User & { organizationId: string }>('My organization', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#ORG#${id.organizationId}` }),
})

export type MyTeam = { teamId: string; name: string; organizationName: string; flags: Flag[] }
export const myTeams = entity<MyTeam, User & { teamId: string }>('My team', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#TEAM#${id.teamId}` }),
})

export type PlayerTeam = AccessPlayer['teams'][number]
export type MyPlayer = Guarding & {
  playerId: string
  firstName: string
  lastName: string
  teams: PlayerTeam[]
  also?: string[]
}
type MyPlayerId = User & { playerId: string }
export const ownPlayers = entity<MyPlayer, MyPlayerId>('Own player', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#OWN#${id.playerId}` }),
})
export const ownPlayersOf = ({ userId }: User) =>
  all<MyPlayer>({ pk: userPartition({ userId }), ...startingWith('ME#OWN#') })
export const followedPlayers = entity<MyPlayer, MyPlayerId>('Followed player', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#FOLLOWS#${id.playerId}` }),
})

export type Counts = { unreadMessages: number; unreadChat?: number }
export const counts = entity<Counts, User>('Counts', {
  key: (id) => ({ pk: userPartition(id), sk: 'ME#COUNTS' }),
})

/** The days on which something of a player is due, in their order; `timezone` is a copy of the club's, by which a day ends. */
export type DueDays = { playerId: string; dues: string[]; timezone: string }
/** The due days of an own player's fees. */
export const feesDue = entity<DueDays, MyPlayerId>('Owed', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#OWED#${id.playerId}` }),
})

/** The due days of an own player's tasks. */
export const tasksDue = entity<DueDays, MyPlayerId>('Tasks due', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#TASKS#${id.playerId}` }),
})

/**
 * Events of a player that last several days and are not over: Today shows those that have begun before it too. Eventually consistent: the
 * invite has the state.
 */
export type LongEvents = { playerId: string; events: { inviteId: string; start: string; end: string }[] }
export const longEvents = entity<LongEvents, MyPlayerId>('Long events', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#LONG#${id.playerId}` }),
})

export type Me = {
  access: Access
  counts: Counts | undefined
  owed: DueDays[]
  tasks: DueDays[]
  long: LongEvents[]
  session: SessionState
  inPlace: InPlaceRow | undefined
}

/** What a user may do, in one consistent query; limited to one club if `club` is given. */
export async function meOf({ userId }: User, club?: string): Promise<Me> {
  const found = await all<{ sk: string }>({ pk: userPartition({ userId }), ...startingWith('ME#'), consistent: true })
  const rows = club === undefined ? found : found.filter(({ sk }) => isOfClub(club, sk))
  return {
    access: {
      userId,
      players: ownPlayers.among(rows).map(accessPlayer),
      following: followedPlayers.among(rows).map(accessPlayer),
      organizations: accessOrganizations(myOrganizations.among(rows), myTeams.among(rows)),
      noChatIn: chatBlocks.among(rows).map(({ organizationId: id, organizationName: name }) => ({ id, name })),
    },
    counts: counts.among(rows)[0],
    owed: feesDue.among(rows),
    tasks: tasksDue.among(rows),
    long: longEvents.among(rows),
    inPlace: inPlaces.among(rows)[0],
    session: { ...sessions.among(rows)[0], ended: endedSessions.among(rows).map(({ sessionId }) => sessionId) },
  }
}

/** Whether a row is of this club, by the id in its sort key. Rows that end sessions are of none. */
const isOfClub = (club: string, sk: string): boolean => {
  const [, rowClub = club] = /#(o\w{11})(?=\.|$)/.exec(sk) ?? []
  return rowClub === club
}

const accessPlayer = ({ playerId: id, firstName, lastName, teams, lacks, also }: MyPlayer): AccessPlayer => ({
  id,
  firstName,
  lastName,
  teams,
  ...(lacks && { lacks }),
  ...(also && { also }),
})

/** The organizations of which somebody is an administrator, and those of teams that they coach, each with these teams. */
function accessOrganizations(administered: MyOrganization[], coached: MyTeam[]): AccessOrganization[] {
  const found = new Map<string, AccessOrganization>()
  for (const { organizationId: id, name, flags, ...settings } of administered) {
    const { academyEnabled, customRegistrationEnabled, adminSecondFactor } = settings
    found.set(id, { id, name, flags, academyEnabled, customRegistrationEnabled, adminSecondFactor, teams: [] })
  }
  for (const { teamId, name, organizationName, flags } of coached) {
    const id = organizationOf(teamId)
    const organization = found.get(id) ?? { id, name: organizationName, teams: [] }
    found.set(id, { ...organization, teams: [...organization.teams, { id: teamId, name, flags }] })
  }
  return [...found.values()]
}
