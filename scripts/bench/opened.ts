import { walkthroughs } from '#shared/rules/walkthroughs.ts'
import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'

export type Opened = {
  what: string
  as: 'coach' | 'parent'
  path: string
  /** Its component. */
  screen: string
  /** The first of its content, as a selector. */
  card: string
  /** Why its largest paint, or its first card, waits for the server: the device stores no snapshot of that. */
  waits?: { paint?: string; card?: string }
}
type Club = { id: string; teams: { id: string }[]; customRegistrationEnabled: boolean }

const row = 'main [role="listitem"]'

/** The most opened screens, each at a URL of the demo, with the walkthroughs finished. */
export async function openedMost(bench: Bench): Promise<Opened[]> {
  const [club] = await clubsOf(bench, 'coach')
  const team = club?.teams[0]?.id
  if (!club || !team) throw new Error('The coach has no team.')
  for (const as of ['coach', 'parent'] as const) await finishWalkthroughs(bench, as)
  const ofCoach = (what: string, screen: string, path: string, card: string): Opened => ({
    what,
    as: 'coach',
    path,
    screen,
    card,
  })
  const ofParent = (what: string, screen: string, path: string, card: string): Opened => ({
    ...ofCoach(what, screen, path, card),
    as: 'parent',
  })
  return [
    ofParent('Today', 'TodayScreen', '/today', 'main article h2'),
    ofCoach('the calendar', 'MonthScreen', `/${club.id}/${team}/calendar`, 'main article h4'),
    {
      ...ofCoach('a roster', 'TeamScreen', `/${club.id}/${team}/teams`, row),
      waits: { card: 'names of children are asked of the server, the device keeps none' },
    },
    {
      ...ofCoach('the chat', 'ChatScreen', `/${club.id}/chat`, 'main section li a'),
      waits: { paint: 'what is written is asked of the server, the device keeps none of it' },
    },
    ofCoach('the library', 'StorageScreen', `/academy/storage/${club.id}/organization`, row),
    ofParent('the fees', 'MyPaymentsScreen', '/payments?myPlayers=true', 'main section li'),
    ofParent(
      'a registration',
      'RegisterScreen',
      `/register/${await openRegistration(bench)}`,
      'main section, main form',
    ),
  ]
}

/** Marks the walkthroughs as finished: everyday use is what is measured. */
export async function finishWalkthroughs(bench: Bench, as: AccountName) {
  for (const name of walkthroughs)
    await bench.send('POST', `/rest-api/users/update-feature-walkthrough?walkthroughId=${name}&isCompleted=true`, as)
}

async function clubsOf(bench: Bench, as: AccountName): Promise<Club[]> {
  const { text } = await bench.get('/api/v1/playersAndTeams', as)
  return (JSON.parse(text) as { organizations: Club[] }).organizations
}

async function openRegistration(bench: Bench): Promise<string> {
  // Clubs of other parts have none.
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
