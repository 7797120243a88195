import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'
import { type Look, look, middle, openPhone, times } from './look.ts'
import { startFront } from './reference.ts'
import type { Figure } from './report.ts'

type Club = { id: string; teams: { id: string }[] }
type Screen = readonly [what: string, as: AccountName, path: string]

/** What Lighthouse says of the screens that people open most, on a phone, on a first visit of who is signed in. */
export async function lighthouseFigures(bench: Bench): Promise<Figure[]> {
  const [club] = await clubsOf(bench, 'coach')
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
  for (const screen of screens) figures.push(...(await screenFigures(bench, screen)))
  return figures
}

async function clubsOf(bench: Bench, as: AccountName): Promise<Club[]> {
  const { text } = await bench.get('/api/v1/playersAndTeams', as)
  return (JSON.parse(text) as { organizations: Club[] }).organizations
}

async function openRegistration(bench: Bench): Promise<string> {
  for (const { id } of await clubsOf(bench, 'admin')) {
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
async function screenFigures({ cloud }: Bench, [what, as, path]: Screen): Promise<Figure[]> {
  const { origin, close } = await startFront(cloud.origin)
  const phone = await openPhone(origin, as)
  try {
    const reports = await times(() => look(origin + path, phone.port))
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
    ]
  } finally {
    await phone.close()
    close()
  }
}
