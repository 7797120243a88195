import { type ChatFact, type ChatPerson, type ChatVerdict, chatVerdict, isMinor } from '#shared/rules/chatSafety.ts'
import { families, players } from '../table/players.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import type { Write } from '../table/writes.ts'

/** Who of these are children, and who once were: by the players whose own accounts they are. */
export type Ages = ReadonlyMap<string, Pick<ChatPerson, 'minor' | 'grown'>>
export async function agesOf(userIds: readonly string[], now: string): Promise<Ages> {
  const accounts = await playerAccounts.getMany(
    userIds.map((userId) => ({ userId })),
    { consistent: true },
  )
  const held = accounts.flatMap((account) => (account ? [account] : []))
  const found = await players.getMany(held, { consistent: true })
  return new Map(
    held.map(({ userId, playerId }, i) => {
      const bornOn = found[i]?.bornOn
      const isChild = bornOn === undefined || isMinor(bornOn, now.slice(0, 10))
      return [userId, isChild ? { minor: playerId } : { grown: { playerId, bornOn } }]
    }),
  )
}

/** The family that answers for a child: who follows does not. */
export const guardiansOf = async (playerId: string): Promise<string[]> =>
  (await families.of({ playerId })).filter(({ relation }) => relation === 'own').map(({ userId }) => userId)

/** Whether all of these may write to each other, as things stand now. */
export async function verdictOn(userIds: readonly string[], ages: Ages): Promise<ChatVerdict> {
  const people = userIds.map((userId): ChatPerson => ({ userId, ...ages.get(userId), guardianOf: [] }))
  const verdict = chatVerdict(people)
  if (!verdict.stopped) return verdict
  // Guardians matter only where there are not two adults anyway.
  const children = people.flatMap(({ minor }) => (minor === undefined ? [] : [minor]))
  const guardians = await Promise.all(children.map(guardiansOf))
  const guardianOf = (userId: string) => children.filter((_, i) => guardians[i]?.includes(userId))
  return chatVerdict(people.map((person) => ({ ...person, guardianOf: guardianOf(person.userId) })))
}

/** Holds while what a verdict rests on is as it was; refused as `chat_stopped` otherwise. */
export const factsHold = (facts: readonly ChatFact[]): Write[] =>
  facts.flatMap((fact): Write[] => {
    const { userId, playerId } = fact
    if (fact.does === 'guardian')
      return [families.check({ userId, playerId: fact.playerId }, [['relation', '=', 'own']], 'chat_stopped')]
    if (playerId === undefined) return [playerAccounts.checkAbsent({ userId }, 'chat_stopped')]
    return [
      playerAccounts.check({ userId }, [['playerId', '=', playerId]], 'chat_stopped'),
      players.check({ playerId }, [['bornOn', '=', fact.bornOn ?? '']], 'chat_stopped'),
    ]
  })
