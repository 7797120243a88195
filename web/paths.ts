/**
 * Every address of the product: `screens` says which there are (plain data, readable without React), `paths` builds
 * each link. Parameters are ids; they hold only characters that are safe in an address.
 */
export const screens = [
  { path: '/', name: 'redirect to /today' },
  { path: '/dashboard', name: 'redirect to /today' },
  { path: '/today', name: 'Today' },
  { path: '/players', name: 'FanPlayers' },
  { path: '/calendar', name: 'FanCalendar' },
  { path: '/:orgId/teams', name: 'CoachTeams of an organization' },
  { path: '/:orgId/:teamId/teams', name: 'CoachTeams' },
  { path: '/:orgId/:teamId/calendar', name: 'TeamCalendar' },
  { path: '/user/edit/:userId', name: 'user edit' },
  { path: '/answer', name: 'answer by a link in a mail' },
  { path: '/login', name: 'login' },
  { path: '/logout', name: 'logout' },
  { path: '/forbidden', name: 'Forbidden' },
  { path: '*', name: 'NotFound' },
] as const satisfies readonly { path: string; name: string }[]
export type ScreenPath = (typeof screens)[number]['path']

/** The query that brings a person back to where they were before they had to sign in. */
const returning = (to: string | undefined) => (to ? `?redirectUri=${encodeURIComponent(to)}` : '')

export const paths = {
  today: () => '/today',
  players: () => '/players',
  upcoming: () => '/calendar',
  organization: (orgId: string) => `/${orgId}/teams`,
  team: (orgId: string, teamId: string) => `/${orgId}/${teamId}/teams`,
  calendar: (orgId: string, teamId: string) => `/${orgId}/${teamId}/calendar`,
  profile: (userId: string) => `/user/edit/${userId}`,
  login: (redirectUri?: string) => `/login${returning(redirectUri)}`,
  logout: (redirectUri?: string) => `/logout${returning(redirectUri)}`,
  /** Where a session goes that ended by itself. Nobody asks for it, so it asks nothing. */
  ended: (redirectUri: string) => `/logout${returning(redirectUri)}&ended`,
  forbidden: () => '/forbidden',
}

/**
 * The address in `?redirectUri=`, when it is one of our own; Today for any other. A browser reads `//host`, `/\host`
 * and addresses with tabs in them as another site, so only what resolves to this origin as a plain path is followed.
 */
export function ownPath(redirectUri: string | null, origin: string): string {
  if (!redirectUri?.startsWith('/')) return paths.today()
  const url = URL.parse(redirectUri, origin)
  // What resolves to a path that begins with two slashes (`/.//host`) would be another site when it is followed.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return paths.today()
  // As the router reads it: without regard to case, and with what is escaped in it.
  if (/^\/(login|logout)(\/|$)/i.test(decoded(url.pathname))) return paths.today()
  return url.pathname + url.search + url.hash
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
