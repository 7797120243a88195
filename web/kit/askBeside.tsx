import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** How long a dialog takes to leave, in milliseconds: its focus has gone back by then. */
const leaving = 200

/** Draws a question in a React root of its own, outside the app’s, and removes it once it is answered. Gives the answer. */
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
