import { impersonationCookie, deletionOfCookie } from '#shared/rules/impersonation.ts'
import { paths } from '../paths.ts'
import { inPlaceOf, keepItem, names } from './stored.ts'

/**
 * Starts acting on a user's behalf, by cookies that the server has set. A full page load follows, so that no data of the staff
 * member stays in memory.
 */
export function beginInPlace(): void {
  turn()
  location.assign(paths.today())
}

/** Returns to the staff member's own account, at the user list where they began. */
export function leaveInPlace(): void {
  dropInPlace()
  turn()
  location.assign(paths.users())
}

/** From here on this browser acts for the signed-in user. Deletes the data stored for the other user. */
export function dropInPlace(): void {
  const subject = inPlaceOf()
  if (subject === undefined) return
  document.cookie = deletionOfCookie(impersonationCookie)
  const start = names.personal + subject
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage))
      if (name === start || name.startsWith(`${start}.`)) storage.removeItem(name)
}

/** Notifies other tabs. The last seen players belong to the previous user, so they are dropped. */
function turn(): void {
  try {
    localStorage.removeItem(names.players)
  } catch {
    // Without storage there is nothing to remove.
  }
  keepItem(names.inPlace, String(Date.now()))
}
