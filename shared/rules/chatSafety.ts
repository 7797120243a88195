/**
 * The child-safety rule of conversations: one adult and one child are never alone in one. Where there is a child, there are two
 * adults, or every child's own guardian.
 */

/** Somebody in a conversation. `minor` is the player whose own account it is, while they are a child; `grown` afterwards. */
export type ChatPerson = {
  userId: string
  minor?: string
  grown?: { playerId: string; bornOn: string }
  guardianOf: readonly string[]
}

/** What has to stay true for the verdict to stay true. Whoever writes checks it in the same transaction. */
export type ChatFact =
  | { does: 'adult'; userId: string; playerId?: string; bornOn?: string }
  | { does: 'guardian'; userId: string; playerId: string }

/** A conversation that is stopped is there to be read, and nobody writes in it. */
export type ChatVerdict = { stopped: true } | { stopped: false; restsOn: ChatFact[] }

/** Whether people may write to each other in a conversation of all of them, and what that rests on. */
export function chatVerdict(people: readonly ChatPerson[]): ChatVerdict {
  const adults = people.filter(({ minor }) => minor === undefined)
  const minors = people.flatMap(({ minor }) => (minor === undefined ? [] : [minor]))
  // Two adults are enough whoever else is there, or becomes known as a child later.
  if (adults.length >= 2) return { stopped: false, restsOn: adults.slice(0, 2).map(adultFact) }
  const [adult] = adults
  if (minors.length === 0) return { stopped: false, restsOn: adult ? [adultFact(adult)] : [] }
  if (!adult || !minors.every((playerId) => adult.guardianOf.includes(playerId))) return { stopped: true }
  const guardian = minors.map((playerId) => ({ does: 'guardian', userId: adult.userId, playerId }) as const)
  return { stopped: false, restsOn: [adultFact(adult), ...guardian] }
}

const adultFact = ({ userId, grown }: ChatPerson): ChatFact => ({ does: 'adult', userId, ...grown })

/** The years of age from which somebody is grown up. */
const grownUp = 18

/** Whether somebody who was born on that day is a child on this day. Whose birthday nobody knows is taken for a child. */
export const isMinor = (bornOn: string | undefined, today: string): boolean =>
  bornOn === undefined || today < `${Number(bornOn.slice(0, 4)) + grownUp}${bornOn.slice(4)}`
