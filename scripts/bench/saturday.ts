import { stages } from '#infra/stages.ts'
import { routes } from '#shared/api/index.ts'
import type { Route } from '#shared/api/route.ts'
import { isByLink } from '#shared/permissions.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { actNames } from './saturday/acts.ts'
import { dollarsOf, type Metered, nothing, plus, times } from './saturday/dollars.ts'
import { saturdayMeasured } from './saturday/measured.ts'
import { model, saturdayOfTeam } from './saturday/model.ts'
import { atPeak, type Hot, peakOfDay, shapeOf, sumOf, teamsBehind } from './saturday/scaled.ts'

const linkRoutes = routes.filter(({ route }: { route: Route }) => isByLink(route.can)).length
/** What one partition key takes a second, whatever the account is allowed. */
const limits = { read: 3000, write: 1000 }
/** What an account is allowed at first, a second or at once. */
const quotas = {
  tableReads: 40_000,
  tableWrites: 40_000,
  concurrency: 1000,
  gateway: 10_000,
  mails: 14,
  signIns: 120,
  renewals: 120,
}

/** A Saturday of 1,000 clubs and 400,000 people, calculated up from three teams. */
export async function saturdayFigures(bench: Bench): Promise<Figure[]> {
  const { rounds, ofAct, paths } = await saturdayMeasured(bench)
  const teams = teamsBehind('everybody', model)
  const people = teams * model.playersOfTeam
  const aSecond = teams * peakOfDay(model)
  const day = actNames.reduce((sum, name) => plus(sum, times(ofAct[name], saturdayOfTeam[name])), nothing)
  const hot = atPeak(rounds, model)
  const hottest = (name: 'read' | 'write') => hot.toSorted((a, b) => b[name] - a[name])
  const spent = Object.values(rounds).map(sumOf)
  const meanOf = (name: 'read' | 'write') => spent.reduce((sum, each) => sum + each[name], 0) / spent.length
  const visits = saturdayOfTeam.visit * aSecond
  console.log('Requests a second in the fullest second, by path:')
  console.table(Object.fromEntries([...paths].map(([path, count]) => [path, Math.round(count * aSecond * 10) / 10])))
  tell('write', hottest('write'))
  tell('read', hottest('read'))
  const name = `a Saturday of ${people.toLocaleString('en')} people:`
  const [writes, reads] = [hottest('write')[0], hottest('read')[0]]
  return [
    { what: `${name} people of the model`, value: people, unit: 'people', atLeast: 400_000 },
    {
      what: `${name} requests`,
      value: day.requests * aSecond,
      unit: 'a second',
      atMost: stages.prod.throttle.rate / 2,
    },
    { what: `${name} read units`, value: meanOf('read') * aSecond, unit: 'a second', atMost: quotas.tableReads / 2 },
    { what: `${name} write units`, value: meanOf('write') * aSecond, unit: 'a second', atMost: quotas.tableWrites / 2 },
    {
      what: `${name} write units at the hottest key`,
      value: writes?.write ?? 0,
      unit: 'a second',
      atMost: limits.write / 2,
    },
    {
      what: `${name} read units at the hottest key`,
      value: reads?.read ?? 0,
      unit: 'a second',
      atMost: limits.read / 2,
    },
    {
      what: `${name} keys where everybody meets`,
      value: hot.filter(({ scope }) => scope === 'everybody').length,
      unit: 'keys',
    },
    { what: `${name} functions at work, as long as here`, value: (day.ms / 1000) * aSecond, unit: 'at once' },
    {
      what: `${name} answers by the link in a mail, at each of its two routes`,
      value: saturdayOfTeam.answer * model.answersByLink * aSecond,
      unit: 'a second',
      // The routes of links have a quarter among themselves: see infra/api.ts.
      atMost: stages.prod.throttle.rate / 4 / linkRoutes / 2,
    },
    { what: `${name} mails`, value: day.mails * aSecond, unit: 'a second' },
    { what: `${name} sign-ins, two calls each`, value: 2 * visits * model.signInShare, unit: 'a second' },
    { what: `${name} tokens renewed, at most`, value: visits, unit: 'a second' },
    { what: `${name} dollars of the day`, value: dollarsOfDay(day, teams), unit: 'dollars' },
    ...raised({ day, aSecond, visits }),
  ]
}

const dollarsOfDay = (day: Metered, teams: number): number => {
  const mediaBytesOut = saturdayOfTeam.visit * (model.mediaKb + model.loadedKb) * 1000
  const { sum } = dollarsOf(day, { storedBytes: 0, tableBytes: 0, people: 0, mediaBytesOut })
  return sum * teams
}

type Peak = { day: Metered; aSecond: number; visits: number }
/** How often what an account is allowed at first is needed: what is more than once is to be asked for before. */
function raised({ day, aSecond, visits }: Peak): Figure[] {
  const needed = {
    'Lambda, concurrent executions': ((day.ms / 1000) * aSecond) / quotas.concurrency,
    'API Gateway, requests a second': (day.requests * aSecond) / quotas.gateway,
    'SES, mails a second': (day.mails * aSecond) / quotas.mails,
    'Cognito, UserAuthentication': (2 * visits * model.signInShare) / quotas.signIns,
    'Cognito, UserToken': visits / quotas.renewals,
  }
  return Object.entries(needed).map(([quota, value]) => ({
    what: `quota: ${quota}${value > 1 ? ' (to be raised)' : ''}`,
    ...{ value, unit: 'of what there is at first' },
  }))
}

function tell(of: 'read' | 'write', hottest: readonly Hot[]) {
  const byShape = new Map<string, Hot>()
  for (const each of hottest) {
    const shape = `${shapeOf(each.key)}, ${each.scope}`
    if (!byShape.has(shape)) byShape.set(shape, each)
  }
  console.log(`Hottest keys, ${of} units in the fullest second:`)
  console.table([...byShape].slice(0, 12).map(([key, units]) => ({ key, units: Number(units[of].toFixed(2)) })))
}
