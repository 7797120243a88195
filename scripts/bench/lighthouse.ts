import type { Bench } from './cloud.ts'
import { startSecureFront } from './front.ts'
import { type Look, look, middle, openPhone, slowdownFor, times } from './look.ts'
import { openedMost } from './opened.ts'
import { type Figure, percentiles } from './report.ts'
import { yieldToBrowsers } from './yielding.ts'

type Screen = { what: string; url: string; port: number }
type Phone = Awaited<ReturnType<typeof openPhone>>

/** What Lighthouse says of the screens that people open most, on a phone, on a first visit of who is signed in. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const screens = await openedMost(bench)
  const { origin, close } = await startSecureFront(bench.cloud.origin)
  // Signed in anew for each screen, so that none has files of another.
  const phones: Phone[] = []
  try {
    for (const { as } of screens) phones.push(await openPhone(origin, as))
    const opened = screens.map(({ what, path }, i) => ({ what, url: origin + path, port: phones[i]?.port ?? 0 }))
    // What functions start with is counted elsewhere.
    const hosts: number[] = []
    for (const { url, port } of opened) hosts.push((await look(url, port)).host)
    const slowdown = slowdownFor(percentiles(hosts).p50)
    yieldToBrowsers()
    const figures: Figure[] = [{ what: 'the phone is slower than this machine', value: slowdown, unit: 'times' }]
    for (const screen of opened) figures.push(...(await screenFigures(screen, slowdown)))
    return figures
  } finally {
    await Promise.all(phones.map((phone) => phone.close()))
    close()
  }
}

async function screenFigures({ what, url, port }: Screen, cpuSlowdownMultiplier: number): Promise<Figure[]> {
  const reports = await times(() => look(url, port, { cpuSlowdownMultiplier }))
  const figure = (name: keyof Look, unit: string) => ({
    what: `Lighthouse on ${what}, phone: ${name}`,
    value: middle(reports, (report) => report[name]),
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
    // How fast this machine was meanwhile.
    figure('host', 'of Lighthouse’s index'),
  ]
}
