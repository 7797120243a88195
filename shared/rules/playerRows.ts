import { fold } from './textMatching.ts'
import { fullName } from './names.ts'

/** A guardian in a row of a player. */
export type RowGuardian = { name: string; email?: string | undefined; phone?: string | undefined }
/** A row of a table of players, as accepted. */
export type PlayerRow = {
  /** Its line in the table, counted from 1 as in spreadsheets. */
  row: number
  firstName: string
  lastName: string
  bornOn?: string | undefined
  number?: string | undefined
  position?: string | undefined
  teamId?: string | undefined
  guardians: RowGuardian[]
  /** Answers to the club's custom fields, by field id. */
  fields?: Record<string, string> | undefined
  /** A value shared by the rows of a household, once the user has confirmed it. */
  household?: string | undefined
  /** The user's choice if the name alone does not tell: a new player, or this one. */
  is?: string | undefined
}

export type Names = { firstName: string; lastName: string }
/** A player's sort key in a club's list: by last name, then first, without case and accents. */
export const listKey = ({ firstName, lastName }: Names): string =>
  fold(lastName ? `${lastName}, ${firstName}` : firstName)

/** The other ways to split a name of several words into first and last. */
export function otherSplits(names: Names): Names[] {
  const words = fullName(names).split(' ')
  return words
    .map((_, i) => ({ firstName: words.slice(0, i + 1).join(' '), lastName: words.slice(i + 1).join(' ') }))
    .filter((other) => other.lastName !== '' && listKey(other) !== listKey(names))
}

/** The key that a player's name matches by: `lukasz gomez`, however the table splits it. */
export const nameKey = (player: Names): string => fold(fullName(player))

type KnownPlayer = { playerId: string; firstName: string; lastName: string; bornOn?: string | undefined }
export type Match<Player> =
  | { as: 'new' }
  | { as: 'known'; player: Player }
  | { as: 'unclear'; among: readonly Player[] }

/**
 * The known player that a row is about. Same name and same birth date is the same child, another birth date another child; if one
 * of the two dates is unknown it is the same, provided that no one else matches.
 */
export function matchOf<Player extends KnownPlayer>(row: PlayerRow, players: readonly Player[]): Match<Player> {
  if (row.is === 'new') return { as: 'new' }
  const chosen = players.find(({ playerId }) => playerId === row.is)
  if (chosen) return { as: 'known', player: chosen }
  const wantedKey = nameKey(row)
  const sameName = players.filter((player) => nameKey(player) === wantedKey)
  const sameBirth = row.bornOn === undefined ? [] : sameName.filter(({ bornOn }) => bornOn === row.bornOn)
  const [match] = sameBirth
  if (match && sameBirth.length === 1) return { as: 'known', player: match }
  const possible =
    sameBirth.length > 0 ? sameBirth : sameName.filter(({ bornOn }) => bornOn === undefined || row.bornOn === undefined)
  const [onlyPossible] = possible
  if (!onlyPossible) return { as: 'new' }
  return possible.length === 1 ? { as: 'known', player: onlyPossible } : { as: 'unclear', among: possible }
}

/** The most characters of a number and a position, imported or typed. */
export const rowLimits = { number: 4, position: 30 } as const

/** The most rows, and bytes of rows, sent at once: they are stored as one item, which holds 400 KB at most. */
export const maxRowsAtOnce = 100
export const maxBytesAtOnce = 200_000
const utf8 = new TextEncoder()
export const bytesOf = (value: unknown): number => utf8.encode(JSON.stringify(value)).length

/** Rows split into parts to be sent, in order. */
export function rowParts(rows: readonly PlayerRow[]): PlayerRow[][] {
  const parts: PlayerRow[][] = []
  let room = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    const last = parts.at(-1)
    if (last && last.length < maxRowsAtOnce && bytes <= room) last.push(row)
    else {
      parts.push([row])
      room = maxBytesAtOnce
    }
    room -= bytes
  }
  return parts
}
