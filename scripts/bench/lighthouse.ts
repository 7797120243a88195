import type { Bench } from './cloud.ts'
import { startSecureFront } from './front.ts'
import { type LighthouseResult, medianOf, openPhone, repeatRuns, runLighthouse, slowdownFor } from './runLighthouse.ts'
import { mostUsedScreens } from './measuredScreens.ts'
import { type Figure, percentiles } from './report.ts'
import { yieldToBrowsers } from './yieldToBrowsers.ts'

type Screen = { what: string; url: string; port: number }
type Phone = Awaited<ReturnType<typeof openPhone>>

/** Lighthouse's results for the most used screens, on a phone, for a signed-in person's first visit. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const screens = await mostUsedScreens(bench)
  const { origin, close } = await startSecureFront(bench.cloud.origin)
  // Signed in separately for each screen, so that none has files of another cached.
  const phones: Phone[] = []
  try {
    for (const { account } of screens) phones.push(await openPhone(origin, account))
    const openedScreens = screens.map(({ label: what, path }, i) => ({
      what,
      url: origin + path,
      port: phones[i]?.port ?? 0,
    }))
    // Warms up the functions, whose cold start is measured elsewhere.
    const hosts: number[] = []
    for (const { url, port } of openedScreens) hosts.push((await runLighthouse(url, port)).host)
    const slowdown = slowdownFor(percentiles(hosts).p50)
    yieldToBrowsers()
    const figures: Figure[] = [{ what: 'the phone is slower than this machine', value: slowdown, unit: 'times' }]
    for (const screen of openedScreens) figures.push(...(await screenFigures(screen, slowdown)))
    return figures
  } finally {
    await Promise.all(phones.map((phone) => phone.close()))
    close()
  }
}

async function screenFigures({ what, url, port }: Screen, cpuSlowdownMultiplier: number): Promise<Figure[]> {
  const reports = await repeatRuns(() => runLighthouse(url, port, { cpuSlowdownMultiplier }))
  const figure = (name: keyof LighthouseResult, unit: string) => ({
    what: `Lighthouse on ${what}, phone: ${name}`,
    value: medianOf(reports, (report) => report[name]),
    unit,
  })
  return [
    { ...figure('performance', 'of 100'), atLeast: 95 },
    { ...figure('accessibility', 'of 100'), atLeast: 100 },
    { ...figure('shift', 'CLS'), atMost: 0.01 },
    figure('first', 'ms'),
    figure('largest', 'ms'),
    figure('blocked', 'ms'),
    figure('files', 'files'),
    // The speed of this machine meanwhile.
    figure('host', 'of Lighthouse’s index'),
  ]
}
