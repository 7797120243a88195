import { Problem } from '#shared/problems.ts'
import { teamAdministrators } from './administrators.ts'
import type { PlayerTeam } from './me.ts'
import { mergedPlayers } from './mergedPlayers.ts'
import { families, type Family, type Player, players, twinOf } from './players.ts'
import { rosterRows, type TeamPlayer } from './rosterRows.ts'
import { chunks } from './chunks.ts'
import { all, maxTransactWrites, startingWith, retryOnConflict, write } from './table.ts'
import { type Team, type TeamId, teamPartition, teams } from './teams.ts'
import { unassignedPlayers } from './unassignedPlayers.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

/** How many rows of the family find room in the transaction of a roster's change. */
const maxFamily = 90

/**
 * The writes that copy a player's teams to the rows of their family and followers, which say whom somebody sees: of at most so many of
 * them, parents first. A worker copies them to the others a moment later.
 */
export const copyTeams = (playerId: string, family: readonly Family[], newTeams: PlayerTeam[], max: number): Write[] =>
  family
    .toSorted((a, b) => b.relation.localeCompare(a.relation))
    .slice(0, max)
    .map((member) => twinOf(member).change({ userId: member.userId, playerId }, { set: { teams: newTeams } }))

/** Changes the teams of a player in one transaction with the roster, and with the copies in the rows of their family. */
const changeTeams = (stamp: Stamp, playerId: string, change: (player: Stored<Player>) => [PlayerTeam[], ...Write[]]) =>
  retryOnConflict(async () => {
    const { player, family } = await families.withPlayer({ playerId })
    if (!player) throw new Problem('not_found')
    const [newTeams, ...moreWrites] = change(player)
    return write(
      stamp,
      ...moreWrites,
      players.change({ playerId }, { set: { teams: newTeams }, when: ifUnchanged(player) }),
      ...unassignedWrites(player, newTeams),
      ...copyTeams(playerId, family, newTeams, maxFamily),
    )
  })

/** The write that adds a player to the list of those on no team, or removes them from it; none where neither is due. */
export function unassignedWrites(
  { playerId, firstName, lastName, teams: before }: Player,
  after: PlayerTeam[],
): Write[] {
  if (before.length > 0 === after.length > 0) return []
  return [
    after.length > 0
      ? unassignedPlayers.remove({ playerId }, 'conflict')
      : unassignedPlayers.create({ playerId, firstName, lastName }),
  ]
}

export type NewPlayer = Omit<TeamPlayer, 'playerId'> & { playerId: string; bornOn?: string }

/** A new player, on this team's roster or on none. */
function newPlayer({ bornOn, ...player }: NewPlayer, team?: Team): Write[] {
  const { playerId, firstName, lastName } = player
  const teams = team ? [{ id: team.teamId, name: team.name }] : []
  const row: Player = { playerId, firstName, lastName, teams, ...(bornOn && { bornOn }) }
  return [
    players.create(row, 'already_there'),
    team
      ? rosterRows.create({ ...player, teamId: team.teamId })
      : unassignedPlayers.create({ playerId, firstName, lastName }),
  ]
}

/** What a roster copies of a player. */
export const rosterCopyOf = ({ firstName, lastName, picture, pictures, tags }: Player) => ({
  firstName,
  lastName,
  ...(picture && { picture }),
  ...(pictures && { pictures }),
  ...(tags && { tags }),
})

/**
 * A player's picture, and who may see it, are in their own row and in their teams' rosters, so that a change applies from the
 * next request on.
 */
export const changePictures = (
  player: Stored<Player>,
  set: Pick<Partial<Player>, 'picture' | 'pictures' | 'picturesSaid' | 'contacts'>,
): Write[] => {
  const { playerId, version } = player
  const { picture, pictures } = { ...player, ...set }
  return [
    players.change({ playerId }, { set, when: ifUnchanged({ version }) }),
    ...player.teams.map(({ id: teamId }) => rosterRows.change({ teamId, playerId }, { set: { picture, pictures } })),
  ]
}

/** A condition: the team accepts players, and still has the name that is copied. */
const checkAcceptsPlayers = ({ teamId, name }: Pick<Team, 'teamId' | 'name'>) =>
  teams.check({ teamId }, [
    ['name', '=', name],
    ['archivedAt', 'not exists'],
  ])

export const teamPlayers = {
  ...rosterRows,
  newPlayer,
  /** A team with its coaches and its roster, in one query. */
  withTeam: async ({ teamId }: TeamId, { consistent = false } = {}) => {
    const found = await all<object>({ pk: teamPartition({ teamId }), ...startingWith('TEAM'), consistent })
    return {
      team: teams.among(found)[0],
      administrators: teamAdministrators.among(found),
      players: rosterRows.among(found),
    }
  },
  /**
   * New players, on this team's roster or on none. Each is created as a whole; refused if one exists, or was merged with another:
   * the old player's data is still under that id, and the new one's family could read it.
   */
  addNew: async (stamp: Stamp, list: NewPlayer[], team?: Team): Promise<void> => {
    const createWrites = (player: NewPlayer) => [
      ...newPlayer(player, team),
      mergedPlayers.checkAbsent({ playerId: player.playerId }, 'already_there'),
    ]
    for (const part of chunks(list, Math.floor((maxTransactWrites - 1) / 3)))
      await write(stamp, ...part.flatMap(createWrites), ...(team ? [checkAcceptsPlayers(team)] : []))
  },
  /** Adds an existing player to one more team; families see it at once. */
  add: (
    stamp: Stamp,
    playerId: string,
    team: Team,
    rosterEntry: Pick<TeamPlayer, 'number' | 'position'> = {},
    ...moreWrites: Write[]
  ) =>
    changeTeams(stamp, playerId, (player) => [
      [...player.teams.filter(({ id }) => id !== team.teamId), { id: team.teamId, name: team.name }],
      rosterRows.create({ ...rosterEntry, ...rosterCopyOf(player), playerId, teamId: team.teamId }, 'already_there'),
      checkAcceptsPlayers(team),
      ...moreWrites,
    ]),
  /** Removes a player from a team. Their answers there are kept. */
  remove: (stamp: Stamp, playerId: string, { teamId }: TeamId, ...moreWrites: Write[]) =>
    changeTeams(stamp, playerId, ({ teams: before }) => [
      before.filter(({ id }) => id !== teamId),
      rosterRows.remove({ playerId, teamId }),
      ...moreWrites,
    ]),
}
