import { availableParallelism, loadavg } from 'node:os'
import 'temporal-polyfill/global'
import { requestedNames } from './bench/arguments.ts'
import { bundleFigures } from './bench/bundles.ts'
import { type Bench, startBench } from './bench/cloud.ts'
import { calendarFigures } from './bench/calendar.ts'
import { dollarFigures } from './bench/dollars.ts'
import { emailFigures } from './bench/email.ts'
import { everyScreenFigures } from './bench/everyScreen.ts'
import { faultFigures } from './bench/faults.ts'
import { lighthouseFigures } from './bench/lighthouse.ts'
import { moneyFigures } from './bench/money.ts'
import { noisyFigures } from './bench/noisyClub.ts'
import { registrationFigures } from './bench/registrations.ts'
import { allWithinLimits, type Figure, hostSpeed, print, type ReportedFigure, saveFigures } from './bench/report.ts'
import { requestFigures } from './bench/requests.ts'
import { rosterFigures } from './bench/roster.ts'
import { saturdayFigures } from './bench/saturday.ts'
import { socialFigures } from './bench/social.ts'
import { startFigures } from './bench/startTime.ts'
import { webFigures } from './bench/web.ts'
import { requireKnownNames } from './knownNames.ts'

/** Set by the first part that needs a local cloud. */
let benchPromise: Promise<Bench> | undefined
const withBench = (figuresOf: (bench: Bench) => Promise<Figure[]>) => async () => {
  // After a failed start, for example on a busy machine, the next part tries again.
  benchPromise ??= startBench().catch((error: unknown) => {
    benchPromise = undefined
    throw error
  })
  return figuresOf(await benchPromise)
}

const parts = {
  bundles: bundleFigures,
  // Before the local cloud starts, which would take some of the cores.
  start: startFigures,
  // These read the whole table, which DynamoDB Local loads into memory for each page, so they run before the parts that
  // write the most.
  saturday: withBench(saturdayFigures),
  dollars: withBench(dollarFigures),
  faults: withBench(faultFigures),
  noisy: withBench(noisyFigures),
  web: withBench(webFigures),
  screens: withBench(everyScreenFigures),
  requests: withBench(requestFigures),
  calendar: withBench(calendarFigures),
  social: withBench(socialFigures),
  email: withBench(emailFigures),
  money: withBench(moneyFigures),
  roster: withBench(rosterFigures),
  registrations: withBench(registrationFigures),
  // Last, because it leaves this process with fewer cores.
  lighthouse: withBench(lighthouseFigures),
}
const names = Object.keys(parts) as (keyof typeof parts)[]

/**
 * Measures what the product costs: `npm run bench -- web` runs the named parts, `all` or no name runs every part.
 * Prints each part when it is done and everything in one table at the end, saves the figures in .build/bench.json, and
 * fails when a gate does not hold.
 */
requireKnownNames(requestedNames, [...names, 'all'])
const isAll = requestedNames.length === 0 || requestedNames.includes('all')
const selected = names.filter((name) => isAll || requestedNames.includes(name))
try {
  const figures: ReportedFigure[] = []
  for (const part of selected) {
    const startedAt = performance.now()
    try {
      const partFigures = (await parts[part]()).map((figure) => ({ part, ...figure }))
      figures.push(...partFigures)
      print(partFigures)
      saveFigures(partFigures)
    } catch (error) {
      // A failed part does not stop the others.
      console.error(`${part} did not finish:`, error)
      process.exitCode = 1
    }
    const load = (loadavg()[0] ?? 0) / availableParallelism()
    const speed = Math.round(100 * hostSpeed())
    console.log(
      `${part}: ${Math.round((performance.now() - startedAt) / 1000)} s; a core had ${load.toFixed(1)} things to do, and ran at ${speed} % of the speed`,
    )
  }
  if (selected.length > 1) print(figures)
  if (!allWithinLimits(figures)) process.exitCode = 1
} finally {
  await (await benchPromise?.catch(() => undefined))?.close()
}
