import { impersonationCookie, deletionOfCookie } from '#shared/rules/impersonation.ts'
import { paths } from '../paths.ts'
import { readImpersonatedUser, writeItem, names } from './stored.ts'

/**
 * Starts acting on a user's behalf, by cookies that the server has set. A full page load follows, so that no data of the staff
 * member stays in memory.
 */
export function startImpersonation(): void {
  notifyTabs()
  location.assign(paths.today())
}

/** Returns to the staff member's own account, at the user list where they began. */
export function stopImpersonation(): void {
  clearImpersonation()
  notifyTabs()
  location.assign(paths.users())
}

/** From here on this browser acts for the signed-in user. Deletes the data stored for the other user. */
export function clearImpersonation(): void {
  const subject = readImpersonatedUser()
  if (subject === undefined) return
  document.cookie = deletionOfCookie(impersonationCookie)
  const prefix = names.personal + subject
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage))
      if (name === prefix || name.startsWith(`${prefix}.`)) storage.removeItem(name)
}

/** Notifies other tabs. The last seen players belong to the previous user, so they are dropped. */
function notifyTabs(): void {
  try {
    localStorage.removeItem(names.players)
  } catch {
    // Without storage there is nothing to remove.
  }
  writeItem(names.inPlace, String(Date.now()))
}
