import { createRoot } from 'react-dom/client'
import { startTexts } from './i18n.ts'
import { screenChunks } from './chunks.ts'
import { signedInUser } from './session/tokens.ts'
import { App } from './shell/App.tsx'
import { registerWorker } from './worker/register.ts'
import './kit/tokens.css'
import './kit/base.css'
import './shell/shell.css'

// The catalogue of the kit's parts, while the product is developed.
if (import.meta.env.DEV && location.pathname === '/_kit') await import('./kit/catalogue/main.tsx')
else await start()

async function start() {
  // Whoever opens Today has its files on the way already: see early/start.ts.
  const toToday = ['/', '/today', '/dashboard'].includes(location.pathname) && signedInUser() !== undefined
  // Loaded before anything is drawn, so that the first picture of the page is the day itself.
  await Promise.all([startTexts(), toToday && screenChunks.today.prefetch()])

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(<App />)
  registerWorker()
}
