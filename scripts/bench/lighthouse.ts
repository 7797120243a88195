import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'
import { type Look, look, openPhone } from './look.ts'
import { startFront } from './reference.ts'
import { type Figure, percentiles } from './report.ts'

/** How often each screen is looked at; the middle counts. */
const looks = 3

type Club = { id: string; teams: { id: string }[] }
type Screen = readonly [what: string, as: AccountName, path: string]

/** What Lighthouse says of the screens that people open most, on a phone, on a first visit of who is signed in. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const { organizations } = JSON.parse((await bench.get('/api/v1/playersAndTeams', 'coach')).text) as {
    organizations: Club[]
  }
  const [club] = organizations
  const team = club?.teams[0]?.id
  if (!club || !team) throw new Error('The coach has no team.')
  const screens: Screen[] = [
    ['Today', 'parent', '/today'],
    ['the calendar', 'coach', `/${club.id}/${team}/calendar`],
    ['a roster', 'coach', `/${club.id}/${team}/teams`],
    ['the chat', 'coach', `/${club.id}/chat`],
    ['the library', 'coach', `/academy/storage/${club.id}/organization`],
    ['the fees', 'parent', '/payments?myPlayers=true'],
    ['a registration', 'parent', `/register/${await openRegistration(bench)}`],
  ]
  const figures: Figure[] = []
  for (const as of ['parent', 'coach'] as const)
    for (const [what, , path] of screens.filter(([, account]) => account === as))
      figures.push(...(await screenFigures(bench, what, as, path)))
  return figures
}

async function openRegistration(bench: Bench): Promise<string> {
  const { organizations } = JSON.parse((await bench.get('/api/v1/playersAndTeams', 'admin')).text) as {
    organizations: Club[]
  }
  for (const { id } of organizations) {
    const path = `/rest-api/registration/list/${id}?registrationStatus=OPEN&isAllTeams=true`
    const { registrations } = JSON.parse((await bench.get(path, 'admin')).text) as {
      registrations: { registrationId: string }[]
    }
    const [open] = registrations
    if (open) return open.registrationId
  }
  throw new Error('Nothing is open to register for.')
}

/** Signed in anew for each screen, so that none has files of another. */
async function screenFigures({ cloud }: Bench, what: string, as: AccountName, path: string): Promise<Figure[]> {
  const { origin, close } = await startFront(cloud.origin)
  const phone = await openPhone(origin, as)
  try {
    const reports: Look[] = []
    for (let i = 0; i < looks; i++) reports.push(await look(origin + path, phone.port))
    const middle = (name: keyof Look) => percentiles(reports.map((report) => report[name])).p50
    const figure = (name: keyof Look, unit: string) => ({
      what: `Lighthouse on ${what}, phone: ${name}`,
      value: middle(name),
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
    ]
  } finally {
    await phone.close()
    close()
  }
}
