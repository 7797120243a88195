import type { families } from '#shared/api/families.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../../serve.ts'
import type { Player } from '../../table/players.ts'
import { unitOf } from '../unit.ts'
import { differencesOf } from './differences.ts'
import { planRows } from './plan.ts'

/** What each row would do: by the same plan as the import. */
export async function checkRows({
  params: { orgUnitId },
  body: { rows },
}: CallOf<typeof families, 'POST /rest-api/families/imports/{orgUnitId}/check'>) {
  const unit = await unitOf(orgUnitId)
  const planned = await planRows(unit, rows)
  return {
    rows: planned.map((each) => {
      const emptyLine = { row: each.row.row, player: null, changes: [], among: [] }
      if ('refused' in each) {
        const among = each.refused === 'unclear' ? each.among.map(card) : []
        return { ...emptyLine, does: each.refused, among }
      }
      if (!each.player) return { ...emptyLine, does: 'new' as const }
      const changes = differencesOf(each, unit)
      const does = changes.length > 0 ? ('change' as const) : ('same' as const)
      return { ...emptyLine, does, player: card(each.player), changes }
    }),
  }
}

const card = (player: Player) => ({
  id: player.playerId,
  name: fullName(player),
  bornOn: player.bornOn ?? null,
  teams: player.teams.map(({ name }) => name),
})
