import { walkthroughs } from '#shared/rules/walkthroughs.ts'
import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'

export type MeasuredScreen = {
  label: string
  account: 'coach' | 'parent'
  path: string
  /** The name of its component. */
  screen: string
  /** A selector for the first of its content. */
  card: string
  /** Why its largest paint, or its first card, waits for the server: the device has no snapshot of that. */
  waitsForServer?: { paint?: string; card?: string }
}
type Club = { id: string; teams: { id: string }[]; customRegistrationEnabled: boolean }

const row = 'main [role="listitem"]'

/** The most used screens, each at an address of the demo, with the first-visit tours completed. */
export async function mostUsedScreens(bench: Bench): Promise<MeasuredScreen[]> {
  const [club] = await clubsOf(bench, 'coach')
  const team = club?.teams[0]?.id
  if (!club || !team) throw new Error('The coach has no team.')
  for (const account of ['coach', 'parent'] as const) await finishWalkthroughs(bench, account)
  const coachScreen = (label: string, screen: string, path: string, card: string): MeasuredScreen => ({
    label,
    account: 'coach',
    path,
    screen,
    card,
  })
  const parentScreen = (label: string, screen: string, path: string, card: string): MeasuredScreen => ({
    ...coachScreen(label, screen, path, card),
    account: 'parent',
  })
  return [
    parentScreen('Today', 'TodayScreen', '/today', 'main article h2'),
    coachScreen('the calendar', 'MonthScreen', `/${club.id}/${team}/calendar`, 'main article h4'),
    {
      ...coachScreen('a roster', 'TeamScreen', `/${club.id}/${team}/teams`, row),
      waitsForServer: { card: 'names of children are asked of the server, the device keeps none' },
    },
    {
      ...coachScreen('the chat', 'ChatScreen', `/${club.id}/chat`, 'main section li a'),
      waitsForServer: { paint: 'what is written is asked of the server, the device keeps none of it' },
    },
    coachScreen('the library', 'StorageScreen', `/academy/storage/${club.id}/organization`, row),
    parentScreen('the fees', 'MyPaymentsScreen', '/payments?myPlayers=true', 'main section li'),
    parentScreen(
      'a registration',
      'RegisterScreen',
      `/register/${await openRegistration(bench)}`,
      'main section, main form',
    ),
  ]
}

/** Marks the first-visit tours as completed, so that everyday use is measured. */
export async function finishWalkthroughs(bench: Bench, account: AccountName) {
  for (const name of walkthroughs)
    await bench.send(
      'POST',
      `/rest-api/users/update-feature-walkthrough?walkthroughId=${name}&isCompleted=true`,
      account,
    )
}

async function clubsOf(bench: Bench, account: AccountName): Promise<Club[]> {
  const { text } = await bench.get('/api/v1/playersAndTeams', account)
  return (JSON.parse(text) as { organizations: Club[] }).organizations
}

async function openRegistration(bench: Bench): Promise<string> {
  // The clubs of other parts have no registrations.
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
