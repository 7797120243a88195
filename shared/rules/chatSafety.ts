import type { Flag } from '../permissions.ts'

/**
 * The child-safety rule of conversations: an adult and a child are never alone in one. With a child, there must be two adults, or
 * every child's own guardian. An adult counts while they may be there: after leaving the club they can no longer see it.
 */

/** Why a user may be in a conversation: an own player there, or the chat right on the team or club. */
export type ChatGrounds = { hasSession: boolean } & (
  | { as: 'family'; playerId: string; teamId?: string }
  | { as: 'staff'; orgUnitId: string; flags: readonly Flag[] }
)

/** A member of a conversation. `minor` is the player whose own account it is, while they are a child; `grown` afterwards. */
export type ChatPerson = {
  userId: string
  minor?: string
  grown?: { playerId: string; bornOn: string }
  guardianOf: readonly string[]
  /** Undefined if they may no longer be there. */
  by?: ChatGrounds
}

/** Facts that a verdict depends on. Writes check them in the same transaction. */
export type ChatFact =
  | { does: 'adult'; userId: string; playerId?: string; bornOn?: string; by?: ChatGrounds }
  | { does: 'guardian'; userId: string; playerId: string }

/** A stopped conversation can be read, but not written in. */
export type ChatVerdict = { stopped: true } | { stopped: false; restsOn: ChatFact[] }

/** Whether these people may write to each other in one conversation, and the facts that this depends on. */
export function chatVerdict(people: readonly ChatPerson[]): ChatVerdict {
  const grownUps = people.filter(({ minor }) => minor === undefined)
  const adults = grownUps.filter(({ by }) => by !== undefined)
  const minors = people.flatMap(({ minor }) => (minor === undefined ? [] : [minor]))
  // Two adults are enough, regardless of who else is there or is later marked as a child.
  if (adults.length >= 2) return { stopped: false, restsOn: adults.slice(0, 2).map(adultFact) }
  if (minors.length === 0) return { stopped: false, restsOn: grownUps.map(adultFact) }
  const [adult] = adults
  if (!adult || !minors.every((playerId) => adult.guardianOf.includes(playerId))) return { stopped: true }
  const guardian = minors.map((playerId) => ({ does: 'guardian', userId: adult.userId, playerId }) as const)
  // Nor may an adult who does not count now be marked as a child and come back.
  return { stopped: false, restsOn: [...grownUps.map(adultFact), ...guardian] }
}

const adultFact = ({ userId, grown, by }: ChatPerson): ChatFact => ({
  does: 'adult',
  userId,
  ...grown,
  ...(by && { by }),
})

/** The age of majority. */
const grownUp = 18

/** Whether a person born on that day is younger than so many years today. */
const isYounger = (bornOn: string, years: number, today: string) =>
  today < `${Number(bornOn.slice(0, 4)) + years}${bornOn.slice(4)}`

/** Whether a person born on that day is a child today. Without a birth date they count as a child. */
export const isMinor = (bornOn: string | undefined, today: string): boolean =>
  bornOn === undefined || isYounger(bornOn, grownUp, today)

/** The ages until which a club can let guardians read along (0 is never), and the default. */
export const readAlongChoices = [0, 13, 14, 16, 18] as const
export const readAlongYears = 16

/** Whether the guardians of a person born on that day may read along. Without a birth date they count as a child. */
export const isReadAlong = (bornOn: string | undefined, until: number, today: string): boolean =>
  until > 0 && (bornOn === undefined || isYounger(bornOn, until, today))
