import { toName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../../api.ts'

export type Player = AnswerOf<'GET /rest-api/families/uninvited/{orgUnitId}'>['players'][number]
/** An adult to invite, by one mail for all of their children. */
export type GrownUp = { key: string; name: string; email: string; children: Player[] }

/** Adults by address: one entry for the children of a household, otherwise one for each child. */
export function grownUpsOf(players: readonly Player[]): GrownUp[] {
  const found = new Map<string, GrownUp>()
  for (const player of players)
    for (const { name, email, household } of player.grownUps) {
      const key = `${household ?? player.id} ${email}`
      const known = found.get(key)
      if (!known)
        found.set(key, { key, name: toName(name) || toName(email.split('@')[0] ?? ''), email, children: [player] })
      else if (!known.children.includes(player)) known.children.push(player)
    }
  return [...found.values()]
}
