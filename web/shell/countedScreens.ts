import { callApi } from '../api.ts'

const opened = new Map<string, number>()

/** Nothing is told of what was opened so far. */
export const forgetOpened = (): void => opened.clear()

/** One screen more was opened. How often each was is told when the page goes out of sight. */
export function countScreen(screen: string): void {
  opened.set(screen, Math.min(500, (opened.get(screen) ?? 0) + 1))
  // The same listener again is none more.
  document.addEventListener('visibilitychange', tell)
}

function tell() {
  if (document.visibilityState !== 'hidden' || opened.size === 0) return
  const screens = Object.fromEntries([...opened].slice(0, 60))
  opened.clear()
  // What gets lost is not counted.
  callApi('POST /rest-api/session/use', { body: { screens } }, { handles: ['failures', 'not_allowed'] }).catch(
    () => undefined,
  )
}
