import { pricesOn } from '#shared/rules/costs.ts'
import { plans } from '#shared/rules/subscriptions.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { actNames } from './saturday/acts.ts'
import { dollarsOf, nothing, plus, times } from './saturday/dollars.ts'
import { saturdayMeasured } from './saturday/measured.ts'
import { model, monthOfTeam, storedMbOfTeam } from './saturday/model.ts'

/** Numbers of teams for which a club's monthly cost is calculated. */
const sizes = [10, 200]
/** Bytes of a team's items, including its players, events, invites and messages of half a year. */
const tableBytesOfTeam = 6_000_000
/** A team may cost at most a fifth of its price in the cheaper plan. */
const atMostOfTeam = plans.annual.monthlyCents / 100 / 5

export async function dollarFigures(bench: Bench): Promise<Figure[]> {
  const { ofAct } = await saturdayMeasured(bench)
  const team = actNames.reduce((sum, name) => plus(sum, times(ofAct[name], monthOfTeam[name])), nothing)
  return sizes.flatMap((teams) => {
    const { by, sum } = dollarsOf(times(team, teams), {
      storedBytes: teams * storedMbOfTeam * 1_000_000,
      tableBytes: teams * tableBytesOfTeam,
      people: teams * model.playersOfTeam,
      mediaBytesOut: teams * monthOfTeam.visit * (model.mediaKb + model.loadedKb) * 1000,
    })
    const name = `a club of ${teams} teams, ${teams * model.playersOfTeam} players, a month:`
    return [
      { what: `${name} all, at the prices of ${pricesOn}`, value: sum, unit: 'dollars', atMost: teams * atMostOfTeam },
      ...Object.entries(by).map(([what, value]) => ({ what: `${name} ${what}`, value, unit: 'dollars' })),
    ]
  })
}
