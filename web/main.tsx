import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startTexts } from './i18n.ts'
import { isPageOnTheWay, prefetchPage } from './chunks.ts'
import { earlySettled } from './early/earlySettled.ts'
import { snapshotAddress } from './early/snapshot.ts'
import { clearImpersonatedUsers, signedInUser } from './session/tokens.ts'
import { App } from './shell/App.tsx'
import { removeExpiredDrafts } from './kit/form/draftFields.ts'
import { registerWorker } from './worker/register.ts'
import './kit/tokens.css'
import './kit/base.css'
import './shell/shell.css'

// The kit's component catalogue, in development only.
if (import.meta.env.DEV && location.pathname === '/_kit') await import('./kit/catalogue/main.tsx')
else await start()

async function start() {
  removeExpiredDrafts(Date.now())
  clearImpersonatedUsers()
  const { pathname } = location
  const screenCode = signedInUser() === undefined ? undefined : prefetchPage(pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // The first render waits for the screen's code if the page's head has already requested it (see early/start.ts); otherwise the
  // frame is rendered without the screen, which is sooner. If a snapshot of the screen is shown, it stays until the early
  // responses have arrived, so that the screen is rendered complete; Today is rendered from stored responses and need not wait.
  const waitsForEarlyAnswers = root.inert && snapshotAddress() !== ''
  await Promise.all([startTexts(), isPageOnTheWay(pathname) && screenCode, waitsForEarlyAnswers && earlySettled])
  // A transition makes the first render interruptible, so that the page reacts to input meanwhile.
  startTransition(() => createRoot(root).render(<App />))
  registerWorker()
}
