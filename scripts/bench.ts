import 'temporal-polyfill/global'
import { bundleFigures } from './bench/bundles.ts'
import { type Bench, startBench } from './bench/cloud.ts'
import { calendarFigures } from './bench/calendar.ts'
import { emailFigures } from './bench/email.ts'
import { moneyFigures } from './bench/money.ts'
import { registrationFigures } from './bench/registrations.ts'
import { type Figure, report } from './bench/report.ts'
import { requestFigures } from './bench/requests.ts'
import { rosterFigures } from './bench/roster.ts'
import { socialFigures } from './bench/social.ts'
import { webFigures } from './bench/web.ts'

/** There from the first part on that is counted in it. */
let started: Promise<Bench> | undefined
const inCloud = (figuresOf: (bench: Bench) => Promise<Figure[]>) => async () =>
  figuresOf(await (started ??= startBench()))

const parts = {
  bundles: bundleFigures,
  web: inCloud(({ cloud }) => webFigures(cloud)),
  requests: inCloud(requestFigures),
  calendar: inCloud(calendarFigures),
  social: inCloud(socialFigures),
  email: inCloud(emailFigures),
  money: inCloud(moneyFigures),
  roster: inCloud(rosterFigures),
  registrations: inCloud(registrationFigures),
}
const names = Object.keys(parts) as (keyof typeof parts)[]

/**
 * Counts what the product costs, prints it as one table and keeps it in .build/bench.json; fails when a gate does not hold.
 * All of it, or the parts that are named: `npm run bench -- web`.
 */
const asked = names.filter((name) => process.argv.includes(name))
const wanted = asked.length > 0 ? asked : names
try {
  const figures: Figure[] = []
  for (const name of wanted) {
    try {
      figures.push(...(await parts[name]()))
    } catch (error) {
      // The other parts are counted all the same.
      console.error(`${name} was not counted to its end:`, error)
      process.exitCode = 1
    }
  }
  if (!report(figures)) process.exitCode = 1
} finally {
  await (await started?.catch(() => undefined))?.close()
}
