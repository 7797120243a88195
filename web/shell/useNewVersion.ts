import { useEffect, useRef } from 'react'
import { showSnackbar } from '../kit/Snackbar.tsx'

/** Announces a new version of the app and offers to activate it. */
export function useNewVersion(text: string, label: string): void {
  const latestTexts = useRef({ text, label })
  useEffect(() => {
    latestTexts.current = { text, label }
  })
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    void import('../worker/newVersion.ts')
      .then(({ watchNewVersion: watchVersion }) =>
        watchVersion((run) =>
          showSnackbar({ text: latestTexts.current.text, action: { label: latestTexts.current.label, run } }),
        ),
      )
      .catch(() => undefined)
  }, [])
}
