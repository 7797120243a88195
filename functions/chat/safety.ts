import type { Access } from '#shared/permissions.ts'
import {
  type ChatFact,
  type ChatGrounds,
  type ChatPerson,
  type ChatVerdict,
  chatVerdict,
  isMinor,
} from '#shared/rules/chatSafety.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { playerAccountsAmong } from '../people/childAccount.ts'
import { meOf } from '../table/me.ts'
import { families, guardiansWith, players } from '../table/players.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import type { Write } from '../table/writes.ts'
import { groundsChecks, groundsOf, isChatStaff } from './grounds.ts'

/** Which of these users are children, or once were, judged by the players whose own accounts they are. */
export type Ages = ReadonlyMap<string, Pick<ChatPerson, 'minor' | 'grown'>>
export async function agesOf(userIds: readonly string[], now: string): Promise<Ages> {
  const accounts = await playerAccountsAmong(userIds.map((userId) => ({ userId })))
  return new Map(
    accounts.map(({ userId, playerId, bornOn }) => {
      const isChild = bornOn === undefined || isMinor(bornOn, earliestDayAnywhere(now))
      return [userId, isChild ? { minor: playerId } : { grown: { playerId, bornOn } }]
    }),
  )
}

/**
 * A child's guardians: no followers, none who may not see the child's data, and no account that is a player's own, be it the
 * child's or a sibling's.
 */
export async function guardiansOf(playerId: string): Promise<string[]> {
  const familyGuardians = guardiansWith(await families.of({ playerId }), 'sees')
  const accounts = await playerAccounts.getMany(familyGuardians, { consistent: true })
  return familyGuardians.flatMap(({ userId }, i) => (accounts[i] ? [] : [userId]))
}

/** Whether all of these users may write to each other in a conversation of a club or team as things stand. */
export async function verdictOn(id: string, userIds: readonly string[], ages: Ages): Promise<ChatVerdict> {
  const adults = await firstTwoAdults(
    id,
    userIds.filter((userId) => ages.get(userId)?.minor === undefined),
  )
  const people = userIds.map((userId): ChatPerson => {
    const by = adults.find(({ access }) => access.userId === userId)?.by
    return { userId, ...ages.get(userId), guardianOf: [], ...(by && { by }) }
  })
  const verdict = chatVerdict(people)
  const [adult] = adults
  if (!verdict.stopped || !adult) return verdict
  // Guardians matter only if there are not two adults anyway.
  const children = people.flatMap(({ minor }) => (minor === undefined ? [] : [minor]))
  const isGuardian = await Promise.all(children.map((playerId) => isIndependentGuardian(playerId, adult)))
  const guardianOf = children.filter((_, i) => isGuardian[i])
  const { userId: onlyAdultId } = adult.access
  return chatVerdict(people.map((person) => (person.userId === onlyAdultId ? { ...person, guardianOf } : person)))
}

/** Whether a stopped conversation would be reopened if reevaluated: no event fires on the day a child comes of age. */
export async function isSafeNow(id: string, userIds: readonly string[], now: string): Promise<boolean> {
  const { stopped } = await verdictOn(id, userIds, await agesOf(userIds, now))
  return !stopped
}

type Adult = { access: Access; by: ChatGrounds }
/** The first two of these users who may be in a conversation there now. */
async function firstTwoAdults(id: string, userIds: readonly string[]): Promise<Adult[]> {
  const found: Adult[] = []
  for (let i = 0; i < userIds.length && found.length < 2; i += concurrency) {
    const batch = await Promise.all(userIds.slice(i, i + concurrency).map((userId) => meOf({ userId })))
    for (const me of batch) {
      const by = groundsOf(me, id)
      if (by) found.push({ access: me.access, by })
    }
  }
  return found.slice(0, 2)
}
const concurrency = 4

/** Whether the user is the child's guardian, and not also their coach or other staff at the club. */
async function isIndependentGuardian(playerId: string, { access }: Adult): Promise<boolean> {
  const [guardians, player] = await Promise.all([
    guardiansOf(playerId),
    players.get({ playerId }, { consistent: true }),
  ])
  const isCoach = player?.teams.some((team) => isChatStaff(access, team.id)) ?? false
  return guardians.includes(access.userId) && !isCoach
}

/** Conditions that hold while a verdict's facts do; fail with `chat_stopped`. */
export function factChecks(facts: readonly ChatFact[]): Write[] {
  // A transaction may name an item only once, and two parents may rely on the same player.
  const checks = facts.flatMap(checksOf)
  return [...new Map(checks.map((check) => [`${check.key.pk} ${check.key.sk}`, check])).values()]
}

function checksOf(fact: ChatFact): Write[] {
  const { userId, playerId } = fact
  if (fact.does === 'guardian') {
    const when = [['relation', '=', 'own'] as const, ['lacks', 'lacks', 'sees'] as const]
    return [families.check({ userId, playerId: fact.playerId }, when, 'chat_stopped')]
  }
  const accessChecks = fact.by ? groundsChecks(userId, fact.by) : []
  if (playerId === undefined) return [...accessChecks, playerAccounts.checkAbsent({ userId }, 'chat_stopped')]
  return [
    ...accessChecks,
    playerAccounts.check({ userId }, [['playerId', '=', playerId]], 'chat_stopped'),
    players.check({ playerId }, [['bornOn', '=', fact.bornOn ?? '']], 'chat_stopped'),
  ]
}
