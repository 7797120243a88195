import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NavigateMessage } from '../worker/push.ts'

/**
 * Navigates within the open page when the user presses a push notification: a page load would lose unsaved input and pending
 * requests. Replies to the service worker on the message's port, so that it does not open the address itself.
 */
export function usePushNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // Undefined where service workers are disabled, such as in some private windows.
    const { serviceWorker } = navigator as Partial<Navigator>
    function onMessage({ data, ports }: MessageEvent<Partial<NavigateMessage> | null>): void {
      const to = data?.leadTo
      if (typeof to !== 'string') return
      ports[0]?.postMessage('led')
      if (to !== location.pathname + location.search) void navigate(to)
    }
    serviceWorker?.addEventListener('message', onMessage)
    return () => serviceWorker?.removeEventListener('message', onMessage)
  }, [navigate])
}
