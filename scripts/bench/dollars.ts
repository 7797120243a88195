import { pricesOn } from '#shared/rules/costs.ts'
import { plans } from '#shared/rules/subscriptions.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { actNames } from './saturday/acts.ts'
import { dollarsOf, noUsage, plus, multiplied } from './saturday/dollars.ts'
import { measureSaturday } from './saturday/measureSaturday.ts'
import { model, monthOfTeam, storedMbOfTeam } from './saturday/model.ts'

/** The numbers of teams of the clubs whose monthly cost is calculated. */
const sizes = [10, 200]
/** The size of a team's items with its players, events, invites and messages, for half a year. */
const tableBytesOfTeam = 6_000_000
/** A team may cost at most a fifth of the price of the cheaper plan. */
const atMostOfTeam = plans.annual.monthlyCents / 100 / 5

export async function dollarFigures(bench: Bench): Promise<Figure[]> {
  const { costByAct: ofAct } = await measureSaturday(bench)
  const team = actNames.reduce((sum, name) => plus(sum, multiplied(ofAct[name], monthOfTeam[name])), noUsage)
  return sizes.flatMap((teams) => {
    const { by: dollarsByService, sum } = dollarsOf(multiplied(team, teams), {
      storedBytes: teams * storedMbOfTeam * 1_000_000,
      tableBytes: teams * tableBytesOfTeam,
      people: teams * model.playersOfTeam,
      mediaBytesOut: teams * monthOfTeam.visit * (model.mediaKb + model.loadedKb) * 1000,
    })
    const name = `a club of ${teams} teams, ${teams * model.playersOfTeam} players, a month:`
    return [
      { what: `${name} all, at the prices of ${pricesOn}`, value: sum, unit: 'dollars', atMost: teams * atMostOfTeam },
      ...Object.entries(dollarsByService).map(([service, value]) => ({
        what: `${name} ${service}`,
        value,
        unit: 'dollars',
      })),
    ]
  })
}
