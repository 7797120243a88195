/** Whether the banner of an expired subscription is closed; it comes back when something is refused for it. */
let closed = false
const listeners = new Set<() => void>()

export function setSubscriptionNotice(shown: boolean): void {
  closed = !shown
  for (const tell of listeners) tell()
}
export const isNoticeClosed = (): boolean => closed
export const whenNoticeChanges = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
