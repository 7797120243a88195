import type { Bench } from './cloud.ts'
import { startSecureFront } from './front.ts'
import { type Look, look, middle, openPhone, times } from './look.ts'
import { openedMost } from './opened.ts'
import type { Figure } from './report.ts'
import { yieldToBrowsers } from './yielding.ts'

type Phone = Awaited<ReturnType<typeof openPhone>>

/** Lighthouse results of the most opened screens, on a phone, on a first visit of a signed-in user. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const screens = await openedMost(bench)
  const { origin, close } = await startSecureFront(bench.cloud.origin)
  // A new browser for each screen, so that none has cached files of another.
  const phones: Phone[] = []
  try {
    for (const { as } of screens) phones.push(await openPhone(origin, as))
    const opened = screens.map(({ what, path }, i) => ({ what, url: origin + path, port: phones[i]?.port ?? 0 }))
    // Cold starts of functions are measured elsewhere.
    for (const { url, port } of opened) await look(url, port)
    yieldToBrowsers()
    const figures: Figure[] = []
    for (const screen of opened) figures.push(...(await screenFigures(screen)))
    return figures
  } finally {
    await Promise.all(phones.map((phone) => phone.close()))
    close()
  }
}

async function screenFigures({ what, url, port }: { what: string; url: string; port: number }): Promise<Figure[]> {
  const reports = await times(() => look(url, port))
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
    // The speed of this machine during the run: Lighthouse assumes an index of 1500 to 2000, and its phone to be four times as
    // slow.
    figure('host', 'of Lighthouse’s index'),
  ]
}
