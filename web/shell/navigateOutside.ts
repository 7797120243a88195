import { paths } from '../paths.ts'

/** The router's navigation, which the shell sets; until then the page is loaded anew. */
let navigate: (to: string) => void = (to) => location.assign(to)

/** Navigates from outside React. */
export const navigateOutside = (to: string): void => navigate(to)
export const setNavigate = (way: (to: string) => void): void => {
  navigate = way
}

/**
 * Ends the session on this device, and comes back here once somebody has signed in again. Several parts of a screen learn
 * at once that it has ended; the first of them says where to come back to. Where nobody was signed in, none has ended.
 */
export function endSession(wasSignedIn = true): void {
  const { pathname, search } = location
  if (pathname === paths.login()) return
  const isLeaving = pathname === paths.logout()
  const back = isLeaving ? `?${search.slice(1)}` : `?redirectUri=${encodeURIComponent(pathname + search)}`
  // `ended`: nobody asked to log out, so nobody is asked whether to.
  if (wasSignedIn) navigateOutside(`${paths.logout()}${back}&ended`)
  else if (!isLeaving) navigateOutside(`${paths.login()}${back}`)
}
