import type { ComponentType } from 'react'
import type { Ending } from './session/watch.ts'

/** What is in a file of its own, and loaded when somebody wants it or points at the way to it. */
export const load = {
  today: () => import('./today/TodayScreen.tsx'),
  players: () => import('./teams/PlayersScreen.tsx'),
  team: () => import('./teams/TeamScreen.tsx'),
  month: () => import('./calendar/MonthScreen.tsx'),
  upcoming: () => import('./calendar/UpcomingScreen.tsx'),
  organization: () => import('./organizations/OrganizationScreen.tsx'),
  profile: () => import('./account/ProfileScreen.tsx'),
  profileDialog: () => import('./account/ProfileDialog.tsx').then(({ ProfileDialog }) => ({ default: ProfileDialog })),
  walkthrough: () => orNothing(import('./walkthrough/Walkthrough.tsx').then(({ Walkthrough }) => Walkthrough)),
  shortcuts: () => orNothing(import('./shell/Shortcuts.tsx').then(({ Shortcuts }) => Shortcuts)),
  session: () => import('./session/watch.ts'),
  // The session ends on time all the same, only unannounced.
  stillThere: () => orNothing<Ending>(import('./session/StillThere.tsx').then(({ StillThere }) => StillThere)),
  selector: () => import('./shell/Selector.tsx').then(({ Selector }) => ({ default: Selector })),
}

/** A help that nobody waits for: without signal it is left out. */
const orNothing = <Props>(help: Promise<ComponentType<Props>>): Promise<{ default: ComponentType<Props> }> =>
  help.then(
    (loaded) => ({ default: loaded }),
    () => ({ default: () => null }),
  )

/** Begins loading; a failure is met, and shown, by whoever really needs it. */
export const foresee = (wanted: keyof typeof load): void => void load[wanted]().catch(() => undefined)

let today: Awaited<ReturnType<(typeof load)['today']>> | undefined

/** Loads Today before anything is drawn, so that the first picture of the page is the day itself. */
export const todayFirst = async (): Promise<void> => {
  today = await load.today().catch(() => undefined)
}
/** Today's screen, where it was loaded before anything was drawn. */
export const loadedToday = () => today?.default
