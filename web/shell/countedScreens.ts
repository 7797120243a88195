import { callApi } from '../api.ts'

const opened = new Map<string, number>()

/** Discards the counts that have not been sent. */
export const forgetOpened = (): void => opened.clear()

/** Counts a screen view. The counts are sent when the page is hidden. */
export function countScreen(screen: string): void {
  opened.set(screen, Math.min(500, (opened.get(screen) ?? 0) + 1))
  // Adding the same listener again has no effect.
  document.addEventListener('visibilitychange', tell)
}

function tell() {
  if (document.visibilityState !== 'hidden' || opened.size === 0) return
  const screens = Object.fromEntries([...opened].slice(0, 60))
  opened.clear()
  // Lost counts are not retried.
  callApi('POST /rest-api/session/use', { body: { screens } }, { handles: ['failures', 'not_allowed'] }).catch(
    () => undefined,
  )
}
