import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** How long a dialog takes to close, in milliseconds; focus has been returned by then. */
const closingTime = 200

/** Renders a question in its own React root outside the app's, removes it once answered, and resolves to the answer. */
export function askInOwnRoot<Result>(render: (answer: (result: Result) => void) => ReactNode): Promise<Result> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  return new Promise((resolve) => {
    const answer = (result: Result) => {
      resolve(result)
      setTimeout(() => {
        root.unmount()
        container.remove()
      }, closingTime)
    }
    root.render(render(answer))
  })
}
