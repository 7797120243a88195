import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startTexts } from './i18n.ts'
import { isPageOnTheWay, prefetchPage } from './chunks.ts'
import { whenAnswered } from './early/earlyResponse.ts'
import { pictured } from './early/picture.ts'
import { forgetSubjects, signedInUser } from './session/tokens.ts'
import { App } from './shell/App.tsx'
import { forgetOldDrafts } from './kit/form/kept.ts'
import { registerWorker } from './worker/register.ts'
import './kit/tokens.css'
import './kit/base.css'
import './shell/shell.css'

// The catalogue of the kit's parts, while the product is developed.
if (import.meta.env.DEV && location.pathname === '/_kit') await import('./kit/catalogue/main.tsx')
else await start()

async function start() {
  forgetOldDrafts(Date.now())
  forgetSubjects()
  const { pathname } = location
  const page = signedInUser() === undefined ? undefined : prefetchPage(pathname)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // The first picture of the page is the screen itself where its files are on the way already (see early/start.ts); elsewhere it
  // is the frame around it, which comes sooner.
  // Where a picture of the screen stands, it stays until the screen can be drawn whole; Today is drawn from what the device kept.
  const waits = root.inert && pictured() !== ''
  await Promise.all([startTexts(), isPageOnTheWay(pathname) && page, waits && whenAnswered()])
  // As a transition the first picture is drawn in slices, between which the page hears whoever touches it.
  startTransition(() => createRoot(root).render(<App />))
  registerWorker()
}
