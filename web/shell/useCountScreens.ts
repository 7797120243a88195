import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { callApi } from '../api.ts'
import { screenAt } from '../paths.ts'
import { keepItem, names, readItem } from '../session/stored.ts'

const nameOf = (userId: string) => `${names.personal}${userId}.counted`
const opened = new Map<string, number>()

/** Whether somebody agrees that it is counted which screens they open on this device; at first nobody does. */
export function useCounted(userId: string): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(readItem(nameOf(userId)) === 'yes')
  const choose = (next: boolean) => {
    keepItem(nameOf(userId), next ? 'yes' : 'no')
    if (!next) opened.clear()
    setOn(next)
  }
  return [on, choose]
}

/** Counts the screens that are opened where that was agreed to, and tells how often each was when the page goes out of sight. */
export function useCountScreens(userId: string): void {
  const { pathname } = useLocation()
  const { screen } = screenAt(pathname)
  useEffect(() => {
    if (readItem(nameOf(userId)) === 'yes') opened.set(screen, Math.min(500, (opened.get(screen) ?? 0) + 1))
  }, [userId, screen])
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== 'hidden' || opened.size === 0) return
      const screens = Object.fromEntries([...opened].slice(0, 60))
      opened.clear()
      // What gets lost is not counted.
      callApi('POST /rest-api/session/use', { body: { screens } }, { handles: ['failures', 'not_allowed'] }).catch(
        () => undefined,
      )
    }
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [])
}
