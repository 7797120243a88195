import { useState } from 'react'
import { callApi } from '../api.ts'
import { keepItem } from '../session/stored.ts'
import { countedName, isCounted } from './useCountScreens.ts'

const opened = new Map<string, number>()

/** Whether somebody agrees that it is counted which screens they open on this device; at first nobody does. */
export function useCounted(userId: string): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(isCounted(userId))
  const choose = (next: boolean) => {
    keepItem(countedName(userId), next ? 'yes' : 'no')
    if (!next) opened.clear()
    setOn(next)
  }
  return [on, choose]
}

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
