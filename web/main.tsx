import { createRoot } from 'react-dom/client'
import { startTexts } from './i18n.ts'
import { App } from './shell/App.tsx'
import { registerWorker } from './worker/register.ts'
import './ui/tokens.css'
import './ui/base.css'
import './shell/shell.css'

await startTexts()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
registerWorker()
