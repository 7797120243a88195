import type { Flag } from '../permissions.ts'

/**
 * The child-safety rule of conversations: one adult and one child are never alone in one. Where there is a child, there are two
 * adults, or every child's own guardian. An adult counts while they may be there: who has left the club sees nothing.
 */

/** Why somebody may be in a conversation: an own player there, or the right to chat for the team or club. */
export type ChatGrounds = { hasSession: boolean } & (
  | { as: 'family'; playerId: string; teamId?: string }
  | { as: 'staff'; orgUnitId: string; flags: readonly Flag[] }
)

/** Somebody in a conversation. `minor` is the player whose own account it is, while they are a child; `grown` afterwards. */
export type ChatPerson = {
  userId: string
  minor?: string
  grown?: { playerId: string; bornOn: string }
  guardianOf: readonly string[]
  /** None of somebody who may not be there any more. */
  by?: ChatGrounds
}

/** What has to stay true for the verdict to stay true. Whoever writes checks it in the same transaction. */
export type ChatFact =
  | { does: 'adult'; userId: string; playerId?: string; bornOn?: string; by?: ChatGrounds }
  | { does: 'guardian'; userId: string; playerId: string }

/** A conversation that is stopped is there to be read, and nobody writes in it. */
export type ChatVerdict = { stopped: true } | { stopped: false; restsOn: ChatFact[] }

/** Whether people may write to each other in a conversation of all of them, and what that rests on. */
export function chatVerdict(people: readonly ChatPerson[]): ChatVerdict {
  const grownUps = people.filter(({ minor }) => minor === undefined)
  const adults = grownUps.filter(({ by }) => by !== undefined)
  const minors = people.flatMap(({ minor }) => (minor === undefined ? [] : [minor]))
  // Two adults are enough whoever else is there, or becomes known as a child later.
  if (adults.length >= 2) return { stopped: false, restsOn: adults.slice(0, 2).map(adultFact) }
  if (minors.length === 0) return { stopped: false, restsOn: grownUps.map(adultFact) }
  const [adult] = adults
  if (!adult || !minors.every((playerId) => adult.guardianOf.includes(playerId))) return { stopped: true }
  const guardian = minors.map((playerId) => ({ does: 'guardian', userId: adult.userId, playerId }) as const)
  // Nor may one who does not count become known as a child, and come back.
  return { stopped: false, restsOn: [...grownUps.map(adultFact), ...guardian] }
}

const adultFact = ({ userId, grown, by }: ChatPerson): ChatFact => ({
  does: 'adult',
  userId,
  ...grown,
  ...(by && { by }),
})

/** The years of age from which somebody is grown up. */
const grownUp = 18

/** Whether somebody who was born on that day is younger than so many years on this day. */
const isYounger = (bornOn: string, years: number, today: string) =>
  today < `${Number(bornOn.slice(0, 4)) + years}${bornOn.slice(4)}`

/** Whether somebody who was born on that day is a child on this day. Whose birthday nobody knows is taken for a child. */
export const isMinor = (bornOn: string | undefined, today: string): boolean =>
  bornOn === undefined || isYounger(bornOn, grownUp, today)

/** Up to which birthday guardians may read along, as a club has it: never, or one of these; and where it has said nothing. */
export const readAlongChoices = [0, 13, 14, 16, 18] as const
export const readAlongYears = 16

/** Whether the guardians of somebody who was born on that day read along. Whose birthday nobody knows is taken for a child. */
export const isReadAlong = (bornOn: string | undefined, until: number, today: string): boolean =>
  until > 0 && (bornOn === undefined || isYounger(bornOn, until, today))
