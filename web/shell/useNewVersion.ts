import { useEffect, useRef } from 'react'
import { showSnackbar } from '../kit/Snackbar.tsx'

/** Announces a new version of the app and offers to activate it. */
export function useNewVersion(text: string, label: string): void {
  const words = useRef({ text, label })
  useEffect(() => {
    words.current = { text, label }
  })
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    void import('../worker/newVersion.ts')
      .then(({ watchVersion }) =>
        watchVersion((run) => showSnackbar({ text: words.current.text, action: { label: words.current.label, run } })),
      )
      .catch(() => undefined)
  }, [])
}
