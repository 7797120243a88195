/** What a refusal has said of a club's subscription, in the server's words. */
type Said = { code: string; message: string }

/** Whether the banner of an expired subscription is closed; it comes back when something is refused for it, with what was said. */
let notice: { closed: boolean; said?: Said } = { closed: false }
const listeners = new Set<() => void>()

export function setSubscriptionNotice(shown: boolean, said?: Said): void {
  notice = { closed: !shown, ...(said && { said }) }
  for (const tell of listeners) tell()
}
export const noticeNow = () => notice
export const whenNoticeChanges = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
