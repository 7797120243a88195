import { callApi } from '../api.ts'

const viewCounts = new Map<string, number>()

/** Discards the counts that have not been sent. */
export const clearViewCounts = (): void => viewCounts.clear()

/** Counts a screen view. The counts are sent when the page is hidden. */
export function countScreen(screen: string): void {
  viewCounts.set(screen, Math.min(500, (viewCounts.get(screen) ?? 0) + 1))
  // Adding the same listener again has no effect.
  document.addEventListener('visibilitychange', sendCounts)
}

function sendCounts() {
  if (document.visibilityState !== 'hidden' || viewCounts.size === 0) return
  const screens = Object.fromEntries([...viewCounts].slice(0, 60))
  viewCounts.clear()
  // Lost counts are not retried.
  callApi('POST /rest-api/session/use', { body: { screens } }, { handles: ['failures', 'not_allowed'] }).catch(
    () => undefined,
  )
}
