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
/** A word that stands on a player; it is repeated in each. */
export type PlayerTag = { id: string; name: string }
/**
 * `teams` are those on whose roster the player is, with their names repeated. `contacts` are the names in the player's details:
 * what a club searches by.
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
  /** To whom pictures of them may be shown, as their family has said … */
  pictures?: PictureAudience
  /** … and who of it, and when. */
  picturesSaid?: { userId: string; at: string }
  /** Who was made one with them and has been charged: those fees stay under these ids. */
  also?: string[]
}

/** Whether somebody is on a team that is not archived: who has left, or was on last season's alone, is on none. */
export const plays = ({ teams }: Pick<Player, 'teams'>): boolean => teams.some(isPlaying)
/** Whether a team of a player's is not archived. */
export const isPlaying = ({ archivedAt }: Pick<Player['teams'][number], 'archivedAt'>): boolean =>
  archivedAt === undefined
/** A player by what lists and letters call them. */
export type NamedPlayer = Pick<Player, 'playerId' | 'firstName' | 'lastName'>
/** All ids under which a player has been charged: their own first. */
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
  /** The players of an organization by name, as they were a moment ago; those between two beginnings of names. */
  named: (organizationId: string, from = ' ', to = last): Range => ({
    index: 'gsi2',
    pk: list(organizationId),
    from,
    to,
  }),
  /** All players of an organization by name: parts of the alphabet side by side, handed over in order. */
  async *everyone(organizationId: string): AsyncGenerator<Stored<Player>[]> {
    const parts = alphabet.map((from, i) => all<Player>(players.named(organizationId, from, alphabet[i + 1] ?? last)))
    for (const part of parts) part.catch(() => {}) // awaited below
    // A place that two parts share is in the first of them: no name is one letter alone and no id.
    for (const part of parts) yield await part
  },
  /** Players born on one of these days of any year, `03-31` up to `04-06`; not over the turn of a year. */
  born: async (organizationId: string, from: string, to: string): Promise<Born[]> => {
    const range = { index: 'gsi1', pk: `BORN#${organizationId}`, from, to: `${to}$` } as const
    const { rows } = await page<Omit<Born, 'playerId' | 'day'> & { gsi1sk: string }>({ ...range, limit: mostBorn })
    return rows.map(({ firstName, lastName, gsi1sk }) => {
      const [day = '', playerId = ''] = gsi1sk.split('#')
      return { playerId, firstName, lastName, day }
    })
  },
}
/** A player whose birthday is on a day of the year: `03-31`. */
export type Born = PlayerId & { firstName: string; lastName: string; day: string }
const mostBorn = 200

/** Where the parts begin that are read side by side; about alike in clubs that write in Latin letters. */
const alphabet = [' ', 'b', 'c', 'e', 'g', 'i', 'l', 'm', 'n', 'q', 's', 't']
/** Beyond every name, whatever it is written in. */
const last = '\u{10ffff}'

/** Whose player this is, or who follows. Its twin is a row among what that person may do, with the player's teams. */
export type Family = User &
  Guarding & {
    relation: 'own' | 'following'
    /** Their address is for the club alone, not for the player’s other home. */
    hidden?: boolean
    /** Who came by an invitation to somebody who has been made one with the player: under which ids they were, one after the other. */
    cameAs?: string[]
    /**
     * They asked a coach to be let in as family, or have registered the player: nobody of the family has invited them, and they
     * stand for the player as who did it themselves.
     */
    came?: 'asked' | 'registered'
    /** Such a one followed the player before. */
    followed?: true
  }
const rows = entity<Family, User & PlayerId>('Family', {
  key: (id) => ({ pk: playerPartition(id), sk: `PLAYER#FAMILY#${id.userId}` }),
})

/** Those of a player's family who have a guardian's right. */
export const guardiansWith = <Member extends Family>(family: readonly Member[], right: GuardianRight): Member[] =>
  family.filter((member) => member.relation === 'own' && hasRight(member, right))

/** The twin of a family row. */
export const twinOf = ({ relation }: Family) => (relation === 'own' ? ownPlayers : followedPlayers)

/** Nobody changes the player meanwhile; and who would change it afterwards reads it again. */
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
  /** A player as they are now and, read after them, their family: who joins between the two changes the player. */
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
   * Makes a player someone's own, or followed by them. It changes the player's version, so that a roster that is being
   * changed meanwhile does not miss them; and holds only for the teams and names that it repeats.
   */
  join: (stamp: Stamp, member: Family & PlayerId) =>
    retryOnConflict(async () => write(stamp, ...joining(await playerNow(member), member))),
  /**
   * The same as writes, for a transaction that does more: none for who is family already, and who followed until now and is
   * family from now on follows no more. To be made anew when it met another change.
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
  /** What a guardian may not do from now on; their next call finds it so. */
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
