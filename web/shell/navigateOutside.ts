import { paths } from '../paths.ts'

/** The router's navigate function, set by the shell; until then, a page load. */
let navigate: (to: string) => void = (to) => location.assign(to)

/** Navigates from outside React. */
export const navigateOutside = (to: string): void => navigate(to)
export const setNavigate = (navigateByRouter: (to: string) => void): void => {
  navigate = navigateByRouter
}

/**
 * Ends the session on this device and returns here after the next sign-in. Several parts of a screen may find out at once that it
 * ended; the first decides where to return to. If nobody was signed in, only the login is shown.
 */
export function endSession(wasSignedIn = true): void {
  const { pathname, search } = location
  if (pathname === paths.login()) return
  const isLeaving = pathname === paths.logout()
  const query = isLeaving ? `?${search.slice(1)}` : `?redirectUri=${encodeURIComponent(pathname + search)}`
  // `ended`: the user did not ask to log out, so there is no confirmation.
  if (wasSignedIn) navigateOutside(`${paths.logout()}${query}&ended`)
  else if (!isLeaving) navigateOutside(`${paths.login()}${query}`)
}
