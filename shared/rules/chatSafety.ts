import type { Flag } from '../permissions.ts'

/**
 * The child-safety rule of conversations: an adult and a child are never alone in one. With a child, there must be two adults, or
 * every child's own guardian. An adult counts while they may be there: after leaving the club they can no longer see it.
 */

/** Why a user may be in a conversation: as guardian of a player, or with the right to chat for the team or club. */
export type ChatGrounds = { hasSession: boolean } & (
  | { as: 'family'; playerId: string; teamId?: string }
  | { as: 'staff'; orgUnitId: string; flags: readonly Flag[] }
)

/** A member of a conversation. `minor`: the player whose own account it is, while a child; `grown`: the same as an adult. */
export type ChatPerson = {
  userId: string
  minor?: string
  grown?: { playerId: string; bornOn: string }
  guardianOf: readonly string[]
  /** Undefined if they may no longer be there. */
  by?: ChatGrounds
}

/** A fact that the verdict depends on; writers add it to their transaction as a condition check. */
export type ChatFact =
  | { does: 'adult'; userId: string; playerId?: string; bornOn?: string; by?: ChatGrounds }
  | { does: 'guardian'; userId: string; playerId: string }

/** Whether a conversation is stopped, that is read-only; otherwise the facts on which that depends. */
export type ChatVerdict = { stopped: true } | { stopped: false; restsOn: ChatFact[] }

/** The most facts that a verdict may depend on: at two condition checks each, they fit into a transaction with its other writes. */
const maxChatFacts = 40

/**
 * Whether these people may write to each other in one conversation, and the facts on which that depends. It is stopped while these are too
 * many, as after the roster of a large team was emptied, until those who may no longer be there have left.
 */
export function chatVerdict(people: readonly ChatPerson[]): ChatVerdict {
  const verdict = unlimitedVerdict(people)
  return !verdict.stopped && verdict.restsOn.length > maxChatFacts ? { stopped: true } : verdict
}

function unlimitedVerdict(people: readonly ChatPerson[]): ChatVerdict {
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

/** Whether a person born on that day is under 18 on this day (YYYY-MM-DD). True without a birthday. */
export const isMinor = (bornOn: string | undefined, today: string): boolean =>
  bornOn === undefined || isYounger(bornOn, grownUp, today)

/** Up to which age a club lets guardians read their child's conversations (0: never), and the default. */
export const readAlongChoices = [0, 13, 14, 16, 18] as const
export const readAlongYears = 16

/** Whether the guardians of a person born on that day may read along. True without a birthday, unless `until` is 0. */
export const isReadAlong = (bornOn: string | undefined, until: number, today: string): boolean =>
  until > 0 && (bornOn === undefined || isYounger(bornOn, until, today))
