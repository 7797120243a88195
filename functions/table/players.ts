import { organizationOf } from '#shared/ids.ts'
import { type Guarding, type GuardianRight, hasRight } from '#shared/permissions.ts'
import type { PictureAudience } from '#shared/rules/pictures.ts'
import { listKey, type Names } from '#shared/rules/playerRows.ts'
import { by, entity } from './entity.ts'
import { followedPlayers, ownPlayers, type PlayerTeam } from './me.ts'
import type { User } from './profiles.ts'
import { all, page, type Range, startingWith, retryOnConflict, write } from './table.ts'
import { Problem } from '#shared/problems.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

type PlayerId = { playerId: string }
/** A tag of a player, copied to each. */
export type PlayerTag = { id: string; name: string }
/**
 * A player. `teams` are those whose roster they are on, with their names copied. `contacts` are the names in the player's
 * details, for the club's search.
 */
export type Player = PlayerId & {
  firstName: string
  lastName: string
  teams: PlayerTeam[]
  bornOn?: string
  tags?: PlayerTag[]
  contacts?: string[]
  /** The file with their picture. */
  picture?: string
  /** Who may see pictures of them, as their family has chosen. */
  pictures?: PictureAudience
  /** Which family member chose that, and when. */
  picturesSaid?: { userId: string; at: string }
  /** Players merged into this one that have fees: those fees keep these ids. */
  also?: string[]
}

/** Whether a player is on a team that is not archived; false for players who left, or were only on last season's teams. */
export const plays = ({ teams }: Pick<Player, 'teams'>): boolean => teams.some(isPlaying)
/** Whether a player's team is not archived. */
export const isPlaying = ({ archivedAt }: Pick<Player['teams'][number], 'archivedAt'>): boolean =>
  archivedAt === undefined
/** A player with the names for lists and letters. */
export type NamedPlayer = Pick<Player, 'playerId' | 'firstName' | 'lastName'>
/** All ids under which a player has fees, their own first. */
export const idsOf = ({ playerId, also = [] }: Pick<Player, 'playerId' | 'also'>): string[] => [playerId, ...also]

/** The partition of a player with their family, invites and mails. */
export const playerPartition = ({ playerId }: PlayerId) => `PLAYER#${playerId}`

const list = (organizationId: string) => `PLAYERS#${organizationId}`
const placeOf = (player: PlayerId & Names) => `${listKey(player)}#${player.playerId}`

export const players = {
  ...entity<Player, PlayerId>('Player', {
    key: (id) => ({ pk: playerPartition(id), sk: 'PLAYER' }),
    gsi1: by(['playerId', 'bornOn'], ({ playerId, bornOn }) => [
      `BORN#${organizationOf(playerId)}`,
      `${bornOn.slice('2026-'.length)}#${playerId}`,
    ]),
    gsi2: by(['playerId', 'firstName', 'lastName'], (player) => [
      list(organizationOf(player.playerId)),
      placeOf(player),
    ]),
  }),
  /** An organization's players by name, optionally within a range of name prefixes; eventually consistent. */
  named: (organizationId: string, from = ' ', to = last): Range => ({
    index: 'gsi2',
    pk: list(organizationId),
    from,
    to,
  }),
  /** All players of an organization by name: parts of the alphabet are read concurrently, and returned in order. */
  async *everyone(organizationId: string): AsyncGenerator<Stored<Player>[]> {
    const parts = alphabet.map((from, i) => all<Player>(players.named(organizationId, from, alphabet[i + 1] ?? last)))
    for (const part of parts) part.catch(() => {}) // Awaited below.
    // Neighbouring ranges share their boundary, but no key equals one: each key contains an id.
    for (const part of parts) yield await part
  },
  /**
   * Players with a birthday between two days of the year, such as `03-31` and `04-06`; the range must not cross the end of a
   * year.
   */
  born: async (organizationId: string, from: string, to: string): Promise<Born[]> => {
    const range = { index: 'gsi1', pk: `BORN#${organizationId}`, from, to: `${to}$` } as const
    const { rows } = await page<Omit<Born, 'playerId' | 'day'> & { gsi1sk: string }>({ ...range, limit: mostBorn })
    return rows.map(({ firstName, lastName, gsi1sk }) => {
      const [day = '', playerId = ''] = gsi1sk.split('#')
      return { playerId, firstName, lastName, day }
    })
  },
}
/** A player and the day of their birthday: `03-31`. */
export type Born = PlayerId & { firstName: string; lastName: string; day: string }
const mostBorn = 200

/** The boundaries of the parts that are read concurrently: of about equal size in clubs that use Latin letters. */
const alphabet = [' ', 'b', 'c', 'e', 'g', 'i', 'l', 'm', 'n', 'q', 's', 't']
/** Sorts after every name in any script. */
const last = '\u{10ffff}'

/** A player's family member or follower. Its twin is a row among that person's rights, with the player's teams. */
export type Family = User &
  Guarding & {
    relation: 'own' | 'following'
    /** Their address is visible to the club only, not to the player's other home. */
    hidden?: boolean
    /** For a member who was invited to a player that was merged into this one: the ids of that player, merge after merge. */
    cameAs?: string[]
    /**
     * They joined without an invitation from the family, by asking a coach or by registering the player, and represent the player
     * in their own right.
     */
    came?: 'asked' | 'registered'
    /** They followed the player before that invitation. */
    followed?: true
  }
const rows = entity<Family, User & PlayerId>('Family', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#FAMILY#${id.userId}` }),
})

/** The members of a player's family who have a guardian's right. */
export const guardiansWith = <Member extends Family>(family: readonly Member[], right: GuardianRight): Member[] =>
  family.filter((member) => member.relation === 'own' && hasRight(member, right))

/** The kind of a family row's twin. */
export const twinOf = ({ relation }: Family) => (relation === 'own' ? ownPlayers : followedPlayers)

/** Fails if the player has changed, and increments their version so that concurrent changes are retried. */
const unchanged = ({ playerId, version }: Stored<Player>) =>
  players.change({ playerId }, { when: ifUnchanged({ version }) })

async function playerNow({ playerId }: PlayerId): Promise<Stored<Player>> {
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) throw new Problem('not_found')
  return player
}

const joining = (player: Stored<Player>, { userId, relation, cameAs, came }: Family): Write[] => {
  const { playerId, firstName, lastName, teams, also } = player
  return [
    rows.create(
      { userId, relation, playerId, ...(cameAs && { cameAs }), ...(came && relation === 'own' && { came }) },
      'already_there',
    ),
    twinOf({ userId, relation }).create({ userId, playerId, firstName, lastName, teams, ...(also && { also }) }),
    unchanged(player),
  ]
}

export const families = {
  ...rows,
  /** A player and, read after them, their family, by a consistent read: a member who joins in between changes the player. */
  withPlayer: async (id: PlayerId): Promise<{ player: Stored<Player> | undefined; family: Stored<Family>[] }> => {
    const range = { pk: playerPartition(id), ...startingWith('PLAYER'), consistent: true }
    const found = await all<Player | Family>(range)
    return {
      player: found.find(({ kind }) => kind === players.kind) as Stored<Player> | undefined,
      family: found.filter(({ kind }) => kind === rows.kind) as Stored<Family>[],
    }
  },
  of: (id: PlayerId) => all<Family>({ pk: playerPartition(id), ...startingWith('PLAYER#FAMILY#'), consistent: true }),
  /**
   * Makes a player a person's own, or followed by them. Increments the player's version, so that a concurrent change of a roster
   * does not miss the new member; conditional on the teams and names that are copied.
   */
  join: (stamp: Stamp, member: Family & PlayerId) =>
    retryOnConflict(async () => write(stamp, ...joining(await playerNow(member), member))),
  /**
   * The same as writes, for a larger transaction: none for a member of the family; a follower who becomes family stops following.
   * Has to be called again after a conflict.
   */
  letIn: async ({ playerId, userId, relation, cameAs, came }: Family & PlayerId): Promise<Write[]> => {
    const [player, before] = await Promise.all([
      playerNow({ playerId }),
      rows.get({ playerId, userId }, { consistent: true }),
    ])
    if (!before) return joining(player, { userId, relation, ...(cameAs && { cameAs }), ...(came && { came }) })
    if (before.relation === 'own' || before.relation === relation) return []
    const { firstName, lastName, teams, also } = player
    const how = { cameAs, came, followed: cameAs && (true as const) }
    return [
      rows.change({ playerId, userId }, { set: { relation, ...how }, when: [['relation', '=', before.relation]] }),
      twinOf(before).remove({ userId, playerId }, 'conflict'),
      twinOf({ userId, relation }).create({ userId, playerId, firstName, lastName, teams, ...(also && { also }) }),
      unchanged(player),
    ]
  },
  /** Limits a guardian's rights, effective with their next request. */
  limit: (
    { userId, playerId }: User & PlayerId,
    lacks: GuardianRight[],
    when?: ReturnType<typeof ifUnchanged>,
  ): Write[] => {
    const set = { lacks: lacks.length > 0 ? lacks : undefined }
    return [
      when
        ? rows.change({ userId, playerId }, { set, when })
        : rows.change({ userId, playerId }, { set, when: [['relation', '=', 'own']] }, 'not_found'),
      ownPlayers.change({ userId, playerId }, { set }),
    ]
  },
  leave: ({ userId, relation, playerId }: Family & PlayerId): Write[] => [
    rows.remove({ userId, playerId }),
    twinOf({ userId, relation }).remove({ userId, playerId }),
  ],
}
