/** The screens, the selector and what sends answers, each in a file of its own that is loaded when somebody wants it, or points at the way to it. */
export const load = {
  today: () => import('./today/TodayScreen.tsx'),
  players: () => import('./teams/PlayersScreen.tsx'),
  team: () => import('./teams/TeamScreen.tsx'),
  month: () => import('./calendar/MonthScreen.tsx'),
  organization: () => import('./organizations/OrganizationScreen.tsx'),
  profile: () => import('./account/ProfileScreen.tsx'),
  profileDialog: () => import('./account/ProfileDialog.tsx').then(({ ProfileDialog }) => ({ default: ProfileDialog })),
  sending: () => import('./today/sending.ts'),
  selector: () => import('./shell/Selector.tsx').then(({ Selector }) => ({ default: Selector })),
}

/** Begins loading; a failure is met, and shown, by whoever really needs it. */
export const foresee = (wanted: keyof typeof load): void => void load[wanted]().catch(() => undefined)

let today: Awaited<ReturnType<(typeof load)['today']>> | undefined

/** Loads Today before anything is drawn, so that the first picture of the page is the day itself. */
export const todayFirst = async (): Promise<void> => {
  today = await load.today().catch(() => undefined)
}
/** Today's screen, where it was loaded before anything was drawn. */
export const loadedToday = () => today?.default
