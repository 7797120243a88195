import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { startTexts } from '../../i18n.ts'
import '../tokens.css'
import '../base.css'
import '../../shell/shell.css'
import { Snackbars } from '../Snackbar.tsx'
import { Catalogue } from './Catalogue.tsx'

/** Renders the component catalogue: `/_kit` in development, not part of any deployed build. */
await startTexts(new URLSearchParams(location.search).has('es') ? ['es-MX'] : ['en-US'])
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <MemoryRouter>
    <Catalogue />
    <Snackbars closeLabel="Close" />
  </MemoryRouter>,
)
