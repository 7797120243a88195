import { stages } from '#infra/stages.ts'
import { routes } from '#shared/api/index.ts'
import type { Route } from '#shared/api/route.ts'
import { isByLink } from '#shared/permissions.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { actNames } from './saturday/acts.ts'
import { dollarsOf, type Usage, noUsage, plus, multiplied } from './saturday/dollars.ts'
import { measureSaturday } from './saturday/measureSaturday.ts'
import { model, saturdayOfTeam } from './saturday/model.ts'
import { quotaFigures } from './saturday/quotas.ts'
import { unitsAtPeak, type HotKey, peakOfDay, shapeOf, sumOf, teamsSharing } from './saturday/unitsAtPeak.ts'

export const linkRoutes = routes.filter(({ route }: { route: Route }) => isByLink(route.can)).length
/** DynamoDB's limits per partition key and second, regardless of the account's quota. */
export const limits = { read: 3000, write: 1000 }

/** A Saturday of 1,000 clubs and 400,000 people, extrapolated from three teams. */
export async function saturdayFigures(bench: Bench): Promise<Figure[]> {
  const { rounds, costByAct, paths } = await measureSaturday(bench)
  const teams = teamsSharing('everybody', model)
  const people = teams * model.playersOfTeam
  const saturdaysPerSecond = teams * peakOfDay(model)
  const day = actNames.reduce((sum, name) => plus(sum, multiplied(costByAct[name], saturdayOfTeam[name])), noUsage)
  const hotKeys = unitsAtPeak(rounds, model)
  const hottestKeys = (name: 'read' | 'write') => hotKeys.toSorted((a, b) => b[name] - a[name])
  const unitsByRound = Object.values(rounds).map(sumOf)
  const meanOf = (name: 'read' | 'write') =>
    unitsByRound.reduce((sum, each) => sum + each[name], 0) / unitsByRound.length
  const second = {
    ...multiplied(day, saturdaysPerSecond),
    read: meanOf('read') * saturdaysPerSecond,
    write: meanOf('write') * saturdaysPerSecond,
  }
  const visits = saturdayOfTeam.visit * saturdaysPerSecond
  const signInCalls = 2 * visits * model.signInShare
  console.log('Requests a second in the fullest second, by path:')
  console.table(
    Object.fromEntries([...paths].map(([path, count]) => [path, Math.round(count * saturdaysPerSecond * 10) / 10])),
  )
  printHottest('write', hottestKeys('write'))
  printHottest('read', hottestKeys('read'))
  const name = `a Saturday of ${people.toLocaleString('en')} people:`
  const [hottestWrite, hottestRead] = [hottestKeys('write')[0], hottestKeys('read')[0]]
  return [
    { what: `${name} people of the model`, value: people, unit: 'people', atLeast: 400_000 },
    {
      what: `${name} requests`,
      value: second.requests,
      unit: 'a second',
      atMost: stages.prod.throttle.rate / 2,
    },
    { what: `${name} read units`, value: second.read, unit: 'a second' },
    { what: `${name} write units`, value: second.write, unit: 'a second' },
    {
      what: `${name} write units at the hottest key`,
      value: hottestWrite?.write ?? 0,
      unit: 'a second',
      atMost: limits.write / 2,
    },
    {
      what: `${name} read units at the hottest key`,
      value: hottestRead?.read ?? 0,
      unit: 'a second',
      atMost: limits.read / 2,
    },
    {
      what: `${name} keys where everybody meets`,
      value: hotKeys.filter(({ scope }) => scope === 'everybody').length,
      unit: 'keys',
    },
    { what: `${name} functions at work, as long as here`, value: second.ms / 1000, unit: 'at once' },
    {
      what: `${name} answers by the link in a mail, at each of its two routes`,
      value: saturdayOfTeam.answer * model.answersByLink * saturdaysPerSecond,
      unit: 'a second',
      // The routes of links share a quarter: see infra/api.ts.
      atMost: stages.prod.throttle.rate / 4 / linkRoutes / 2,
    },
    { what: `${name} mails`, value: second.mails, unit: 'a second' },
    { what: `${name} sign-ins, two calls each`, value: signInCalls, unit: 'a second' },
    { what: `${name} tokens renewed, at most`, value: visits, unit: 'a second' },
    { what: `${name} dollars of the day`, value: dollarsOfDay(day, teams), unit: 'dollars' },
    ...quotaFigures({
      second,
      mailsOfDay: day.mails * teams,
      visits,
      signInCalls,
      chats: saturdayOfTeam.readChat * saturdaysPerSecond,
    }),
  ]
}

const dollarsOfDay = (day: Usage, teams: number): number => {
  const mediaBytesOut = saturdayOfTeam.visit * (model.mediaKb + model.loadedKb) * 1000
  const { sum } = dollarsOf(day, { storedBytes: 0, tableBytes: 0, people: 0, mediaBytesOut })
  return sum * teams
}

function printHottest(unit: 'read' | 'write', keys: readonly HotKey[]) {
  const byShape = new Map<string, HotKey>()
  for (const each of keys) {
    const shape = `${shapeOf(each.key)}, ${each.scope}`
    if (!byShape.has(shape)) byShape.set(shape, each)
  }
  console.log(`Hottest keys, ${unit} units in the fullest second:`)
  console.table([...byShape].slice(0, 12).map(([key, units]) => ({ key, units: Number(units[unit].toFixed(2)) })))
}
