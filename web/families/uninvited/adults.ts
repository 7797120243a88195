import { toName } from '#shared/rules/nameInput.ts'
import type { AnswerOf } from '../../api.ts'

export type Player = AnswerOf<'GET /rest-api/families/uninvited/{orgUnitId}'>['players'][number]
/** An adult to invite, by one mail for all of their children. */
export type Adult = { key: string; name: string; email: string; children: Player[] }

/** Adults by address: one entry for the children of a household, otherwise one for each child. */
export function adultsOf(players: readonly Player[]): Adult[] {
  const adults = new Map<string, Adult>()
  for (const player of players)
    for (const { name, email, household } of player.grownUps) {
      const key = `${household ?? player.id} ${email}`
      const existing = adults.get(key)
      if (!existing)
        adults.set(key, { key, name: toName(name) || toName(email.split('@')[0] ?? ''), email, children: [player] })
      else if (!existing.children.includes(player)) existing.children.push(player)
    }
  return [...adults.values()]
}
