import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NavigateMessage } from '../worker/push.ts'

/**
 * Navigates within the open page when somebody presses a push notification: loading the page anew would lose what is typed in it or being
 * sent from it. Answers the service worker on the message's port, so that it does not load the address itself.
 */
export function usePushNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // Where it is forbidden, as in some private windows, there is none.
    const { serviceWorker } = navigator as Partial<Navigator>
    function lead({ data, ports }: MessageEvent<Partial<NavigateMessage> | null>): void {
      const to = data?.leadTo
      if (typeof to !== 'string') return
      ports[0]?.postMessage('led')
      if (to !== location.pathname + location.search) void navigate(to)
    }
    serviceWorker?.addEventListener('message', lead)
    return () => serviceWorker?.removeEventListener('message', lead)
  }, [navigate])
}
