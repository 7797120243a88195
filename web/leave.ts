import { paths } from './paths.ts'

/** Goes to another address from outside React. The shell puts the router's own way in; until then the page is loaded. */
let go: (to: string) => void = (to) => location.assign(to)

export const leave = (to: string): void => go(to)
export const setLeave = (way: (to: string) => void): void => {
  go = way
}

/**
 * Ends the session on this device, and comes back here once somebody has signed in again. Several parts of a screen learn
 * at once that it has ended; the first of them says where to come back to.
 */
export function leaveSession(): void {
  const { pathname, search } = location
  if (pathname === paths.login()) return
  // Who is asked there whether to log out is not asked any more.
  leave(pathname === paths.logout() ? `${pathname}?${search.slice(1)}&ended` : paths.ended(pathname + search))
}
