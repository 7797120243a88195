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
/** A tag; each player who has it has a copy of its name. */
export type PlayerTag = { id: string; name: string }
/**
 * `teams`: the teams on whose roster the player is, with copies of their names. `contacts`: the names of contacts in the player's details,
 * for search.
 */
export type Player = PlayerId & {
  firstName: string
  lastName: string
  teams: PlayerTeam[]
  bornOn?: string
  tags?: PlayerTag[]
  contacts?: string[]
  /** The id of the file with their picture. */
  picture?: string
  /** To whom pictures may be shown, by the family's decision … */
  pictures?: PictureAudience
  /** … and who decided it when. */
  picturesSaid?: { userId: string; at: string }
  /** Ids of players who were merged into this one and have fees: these stay under their ids. */
  also?: string[]
}

/** Whether a player is on a team that is not archived. */
export const isOnActiveTeam = ({ teams }: Pick<Player, 'teams'>): boolean => teams.some(isActiveTeam)
/** Whether one of a player's teams is not archived. */
export const isActiveTeam = ({ archivedAt }: Pick<Player['teams'][number], 'archivedAt'>): boolean =>
  archivedAt === undefined
/** A player's id and name. */
export type NamedPlayer = Pick<Player, 'playerId' | 'firstName' | 'lastName'>
/** All ids under which a player may have fees, their own first. */
export const allIdsOf = ({ playerId, also = [] }: Pick<Player, 'playerId' | 'also'>): string[] => [playerId, ...also]

/** The partition of a player, with their family, invites and fees. */
export const playerPartition = ({ playerId }: PlayerId) => `PLAYER#${playerId}`

const list = (organizationId: string) => `PLAYERS#${organizationId}`
/** The most characters of a name in a key: a key is limited to 1024 bytes, and letters such as Korean ones are sorted by their parts. */
const maxNameLength = 300
/** What the keys of all players with a name begin with: `ana maria#` comes before `ana#`. */
const placeOfName = (names: Names) => `${listKey(names).slice(0, maxNameLength)}#`
const placeOf = (player: PlayerId & Names) => placeOfName(player) + player.playerId

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
  placeOfName,
  /** The players of an organization by name, eventually consistent; optionally between two prefixes. */
  named: (organizationId: string, from = ' ', to = lastKey): Range => ({
    index: 'gsi2',
    pk: list(organizationId),
    from,
    to,
  }),
  /** All players of an organization by name: parts of the alphabet are read in parallel, and given in order. */
  async *everyone(organizationId: string): AsyncGenerator<Stored<Player>[]> {
    const parts = alphabet.map((from, i) =>
      all<Player>(players.named(organizationId, from, alphabet[i + 1] ?? lastKey)),
    )
    for (const part of parts) part.catch(() => {}) // awaited below
    // Ranges include both ends, but no key equals a boundary, which is a single letter.
    for (const part of parts) yield await part
  },
  /**
   * Players with a birthday between two days of the year, such as `03-31` and `04-06`; the range must not cross the end of a
   * year.
   */
  withBirthday: async (organizationId: string, from: string, to: string): Promise<Birthday[]> => {
    const range = { index: 'gsi1', pk: `BORN#${organizationId}`, from, to: `${to}$` } as const
    const { rows } = await page<Omit<Birthday, 'playerId' | 'day'> & { gsi1sk: string }>({
      ...range,
      limit: maxBirthdays,
    })
    return rows.map(({ firstName, lastName, gsi1sk }) => {
      const [day = '', playerId = ''] = gsi1sk.split('#')
      return { playerId, firstName, lastName, day }
    })
  },
}
/** A player with the day of the year of their birthday: `03-31`. */
export type Birthday = PlayerId & { firstName: string; lastName: string; day: string }
const maxBirthdays = 200

/** The boundaries of the parts that are read in parallel; of about equal size in clubs with names in Latin letters. */
const alphabet = [' ', 'b', 'c', 'e', 'g', 'i', 'l', 'm', 'n', 'q', 's', 't']
/** Sorts after every name, in any script. */
const lastKey = '\u{10ffff}'

/** A member of a player's family, or a follower. Its twin is a row in the user's partition, with the player's teams; see me.ts. */
export type Family = User &
  Guarding & {
    relation: 'own' | 'following'
    /** Their address is shown to the club only, not to the player's other home. */
    hidden?: boolean
    /** For somebody who came by an invitation to a player who was merged into this one: the ids of that player, in their order. */
    cameAs?: string[]
    /** How they became family without an invitation: they asked a coach, or registered the player. */
    came?: 'asked' | 'registered'
    /** With `came` or `cameAs`: they followed the player before. */
    followed?: true
  }
const rows = entity<Family, User & PlayerId>('Family', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#FAMILY#${id.userId}` }),
})

/** The members of a family who have a guardian's right. */
export const guardiansWith = <Member extends Family>(family: readonly Member[], right: GuardianRight): Member[] =>
  family.filter((member) => member.relation === 'own' && hasRight(member, right))

/** The kind of the twin of a family row. */
export const twinOf = ({ relation }: Family) => (relation === 'own' ? ownPlayers : followedPlayers)

/** A write that changes nothing but the version: it conflicts with any other change of the player at the same time. */
const touchUnchanged = ({ playerId, version }: Stored<Player>) =>
  players.change({ playerId }, { when: ifUnchanged({ version }) })

async function readPlayer({ playerId }: PlayerId): Promise<Stored<Player>> {
  const player = await players.get({ playerId }, { consistent: true })
  if (!player) throw new Problem('not_found')
  return player
}

const newMemberWrites = (player: Stored<Player>, { userId, relation, cameAs, came }: Family): Write[] => {
  const { playerId, firstName, lastName, teams, also } = player
  return [
    rows.create(
      { userId, relation, playerId, ...(cameAs && { cameAs }), ...(came && relation === 'own' && { came }) },
      'already_there',
    ),
    twinOf({ userId, relation }).create({ userId, playerId, firstName, lastName, teams, ...(also && { also }) }),
    touchUnchanged(player),
  ]
}

export const families = {
  ...rows,
  /**
   * A player and their family, in one consistent query. The player sorts first, so a member who joins during the query changes the player's
   * version after it was read.
   */
  withPlayer: async (id: PlayerId): Promise<{ player: Stored<Player> | undefined; family: Stored<Family>[] }> => {
    const range = { pk: playerPartition(id), ...startingWith('PLAYER'), consistent: true }
    const found = await all<object>(range)
    return { player: players.among(found)[0], family: rows.among(found) }
  },
  of: (id: PlayerId) => all<Family>({ pk: playerPartition(id), ...startingWith('PLAYER#FAMILY#'), consistent: true }),
  /**
   * Adds a member of the family or a follower. It changes the player's version: so a roster change at the same time, which copies teams
   * to the family's rows, does not miss the new one, and the copies of teams and names are current.
   */
  join: (stamp: Stamp, member: Family & PlayerId) =>
    retryOnConflict(async () => write(stamp, ...newMemberWrites(await readPlayer(member), member))),
  /**
   * The same as writes, for a larger transaction: none for somebody who is family already; a follower becomes family. After a conflict they
   * have to be computed again.
   */
  joinWrites: async ({ playerId, userId, relation, cameAs, came }: Family & PlayerId): Promise<Write[]> => {
    const [player, before] = await Promise.all([
      readPlayer({ playerId }),
      rows.get({ playerId, userId }, { consistent: true }),
    ])
    if (!before) return newMemberWrites(player, { userId, relation, ...(cameAs && { cameAs }), ...(came && { came }) })
    if (before.relation === 'own' || before.relation === relation) return []
    const { firstName, lastName, teams, also } = player
    const origin = { cameAs, came, followed: cameAs && (true as const) }
    return [
      rows.change({ playerId, userId }, { set: { relation, ...origin }, when: [['relation', '=', before.relation]] }),
      twinOf(before).remove({ userId, playerId }, 'conflict'),
      twinOf({ userId, relation }).create({ userId, playerId, firstName, lastName, teams, ...(also && { also }) }),
      touchUnchanged(player),
    ]
  },
  /** Takes rights from a guardian, or gives them back; effective from their next request on. */
  limitRights: (
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
