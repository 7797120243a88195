import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Led } from '../worker/push.ts'

/**
 * Who presses a note on their device is led to what it is about within the page that is open: loading that anew would lose what is
 * typed in it, or being sent from it. The service worker is told that this page goes there.
 */
export function useLed(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // Where it is forbidden, as in some private windows, there is none.
    const { serviceWorker } = navigator as Partial<Navigator>
    function lead({ data, ports }: MessageEvent<Partial<Led> | null>): void {
      const to = data?.leadTo
      if (typeof to !== 'string') return
      ports[0]?.postMessage('led')
      if (to !== location.pathname + location.search) void navigate(to)
    }
    serviceWorker?.addEventListener('message', lead)
    return () => serviceWorker?.removeEventListener('message', lead)
  }, [navigate])
}
