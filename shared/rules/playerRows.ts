import { fold } from './folded.ts'
import { fullName } from './names.ts'

/** A grown-up as a table names them beside a player. */
export type RowGuardian = { name: string; email?: string | undefined; phone?: string | undefined }
/** A row of a table of players, as it is taken. */
export type PlayerRow = {
  /** Its line in the table, from 1 as spreadsheets count. */
  row: number
  firstName: string
  lastName: string
  bornOn?: string | undefined
  number?: string | undefined
  position?: string | undefined
  teamId?: string | undefined
  guardians: RowGuardian[]
  /** Answers to what the club asks of its players, by the id of the question. */
  fields?: Record<string, string> | undefined
  /** What the rows of one household have in common, once somebody has said that they are one. */
  household?: string | undefined
  /** What somebody has said it is, where the name alone does not tell: somebody new, or this player. */
  is?: string | undefined
}

export type Names = { firstName: string; lastName: string }
/** Where a player stands in the list of a club: by last name, then first, without case and accents. */
export const listKey = ({ firstName, lastName }: Names): string =>
  fold(lastName ? `${lastName}, ${firstName}` : firstName)

/** The other ways in which a name of several words may be split into first and last. */
export function otherSplits(names: Names): Names[] {
  const words = fullName(names).split(' ')
  return words
    .map((_, i) => ({ firstName: words.slice(0, i + 1).join(' '), lastName: words.slice(i + 1).join(' ') }))
    .filter((other) => other.lastName !== '' && listKey(other) !== listKey(names))
}

/** Under what name a player is found: `lukasz gomez`, however the table splits it. */
export const nameKey = (player: Names): string => fold(fullName(player))

type Known = { playerId: string; firstName: string; lastName: string; bornOn?: string | undefined }
export type Match<Player> =
  | { as: 'new' }
  | { as: 'known'; player: Player }
  | { as: 'unclear'; among: readonly Player[] }

/**
 * Who of those that are known a row is about. Who is called the same and born on the same day is the same child, born on
 * another day is another one; where one of the two days is unknown it is the same as long as it can be nobody else.
 */
export function matchOf<Player extends Known>(row: PlayerRow, known: readonly Player[]): Match<Player> {
  if (row.is === 'new') return { as: 'new' }
  const said = known.find(({ playerId }) => playerId === row.is)
  if (said) return { as: 'known', player: said }
  const wanted = nameKey(row)
  const named = known.filter((player) => nameKey(player) === wanted)
  const born = row.bornOn === undefined ? [] : named.filter(({ bornOn }) => bornOn === row.bornOn)
  const [same] = born
  if (same && born.length === 1) return { as: 'known', player: same }
  const possible =
    born.length > 0 ? born : named.filter(({ bornOn }) => bornOn === undefined || row.bornOn === undefined)
  const [only] = possible
  if (!only) return { as: 'new' }
  return possible.length === 1 ? { as: 'known', player: only } : { as: 'unclear', among: possible }
}

/** How many characters these have at most, in a table as by hand. */
export const rowLimits = { number: 4, position: 30 } as const

/** So many rows, and so many bytes of them, are sent at once: they are kept as one item of the table, which holds 400 KB. */
export const mostRowsAtOnce = 100
export const mostBytesAtOnce = 200_000
const utf8 = new TextEncoder()
export const bytesOf = (value: unknown): number => utf8.encode(JSON.stringify(value)).length

/** Rows as they are sent, in their order. */
export function rowParts(rows: readonly PlayerRow[]): PlayerRow[][] {
  const parts: PlayerRow[][] = []
  let room = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    const last = parts.at(-1)
    if (last && last.length < mostRowsAtOnce && bytes <= room) last.push(row)
    else {
      parts.push([row])
      room = mostBytesAtOnce
    }
    room -= bytes
  }
  return parts
}
