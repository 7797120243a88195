import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** How long a dialog takes to close, in milliseconds; focus has been returned by then. */
const leaving = 200

/** Renders a question in its own React root outside the app's, removes it once answered, and resolves to the answer. */
export function askBeside<Said>(draw: (answer: (said: Said) => void) => ReactNode): Promise<Said> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const answer = (said: Said) => {
      resolve(said)
      setTimeout(() => {
        root.unmount()
        place.remove()
      }, leaving)
    }
    root.render(draw(answer))
  })
}
