import { walkthroughs } from '#shared/rules/walkthroughs.ts'
import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'
import { startSecureFront } from './front.ts'
import { type Look, look, middle, openPhone, times } from './look.ts'
import type { Figure } from './report.ts'
import { yieldToBrowsers } from './yielding.ts'

type Club = { id: string; teams: { id: string }[]; customRegistrationEnabled: boolean }
type Phone = Awaited<ReturnType<typeof openPhone>>
type Screen = readonly [what: string, as: AccountName, path: string]

/** What Lighthouse says of the screens that people open most, on a phone, on a first visit of who is signed in. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const [club] = await clubsOf(bench, 'coach')
  const team = club?.teams[0]?.id
  if (!club || !team) throw new Error('The coach has no team.')
  for (const as of ['coach', 'parent'] as const) await knowsTheWay(bench, as)
  const screens: Screen[] = [
    ['Today', 'parent', '/today'],
    ['the calendar', 'coach', `/${club.id}/${team}/calendar`],
    ['a roster', 'coach', `/${club.id}/${team}/teams`],
    ['the chat', 'coach', `/${club.id}/chat`],
    ['the library', 'coach', `/academy/storage/${club.id}/organization`],
    ['the fees', 'parent', '/payments?myPlayers=true'],
    ['a registration', 'parent', `/register/${await openRegistration(bench)}`],
  ]
  const { origin, close } = await startSecureFront(bench.cloud.origin)
  // Signed in anew for each screen, so that none has files of another.
  const phones: Phone[] = []
  try {
    for (const [, as] of screens) phones.push(await openPhone(origin, as))
    const opened = screens.map(([what, , path], i) => ({ what, url: origin + path, port: phones[i]?.port ?? 0 }))
    // What functions start with is counted elsewhere.
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

/** The tour of the first visits is over: what is measured is what is opened every day. */
async function knowsTheWay(bench: Bench, as: AccountName) {
  for (const name of walkthroughs)
    await bench.send('POST', `/rest-api/users/update-feature-walkthrough?walkthroughId=${name}&isCompleted=true`, as)
}

async function clubsOf(bench: Bench, as: AccountName): Promise<Club[]> {
  const { text } = await bench.get('/api/v1/playersAndTeams', as)
  return (JSON.parse(text) as { organizations: Club[] }).organizations
}

async function openRegistration(bench: Bench): Promise<string> {
  // Those of other parts have none.
  const clubs = (await clubsOf(bench, 'admin')).filter((club) => club.customRegistrationEnabled)
  for (const { id } of clubs) {
    const path = `/rest-api/registration/list/${id}?registrationStatus=OPEN&isAllTeams=true`
    const { registrations } = JSON.parse((await bench.get(path, 'admin')).text) as {
      registrations: { registrationId: string }[]
    }
    const [open] = registrations
    if (open) return open.registrationId
  }
  throw new Error('Nothing is open to register for.')
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
    // How fast this machine was meanwhile: Lighthouse takes it for one of 1500 to 2000, and its phone for four times as slow.
    figure('host', 'of Lighthouse’s index'),
  ]
}
