import { cookieInPlace, takenAway } from '#shared/rules/inPlace.ts'
import { paths } from '../paths.ts'
import { inPlaceOf, keepItem, names } from './stored.ts'

/**
 * One of our own people acts in somebody's place, by cookies that the server has set. A full load follows, so that nothing of
 * the one stays in the page's memory for the other.
 */
export function beginInPlace(): void {
  turn()
  location.assign(paths.today())
}

/** Back to one's own account, and where one began. */
export function leaveInPlace(): void {
  dropInPlace()
  turn()
  location.assign(paths.users())
}

/** From here on this browser acts for whoever has signed in. What is kept of the other goes. */
export function dropInPlace(): void {
  const subject = inPlaceOf()
  if (subject === undefined) return
  document.cookie = takenAway(cookieInPlace)
  const start = names.personal + subject
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage))
      if (name === start || name.startsWith(`${start}.`)) storage.removeItem(name)
}

/** Tells other tabs. Whose players were last seen here says nothing of whoever is next. */
function turn(): void {
  try {
    localStorage.removeItem(names.players)
  } catch {
    // Where nothing can be kept there is nothing to take away.
  }
  keepItem(names.inPlace, String(Date.now()))
}
