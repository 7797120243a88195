import { kindOf, organizationOf } from '#shared/ids.ts'
import { createEmitter } from '../kit/emitter.ts'

/** The reason in a refusal about a club's subscription, in the server's words. */
type Said = { code: string; message: string }

/** Whether the banner about an expired subscription was closed; it reappears with the reason when a request is refused for it. */
type Notice = { closed: boolean; said?: Said }
const notices = new Map<string, Notice>()
const untouched: Notice = { closed: false }
const [subscribe, emit] = createEmitter()

export function setSubscriptionNotice(orgId: string, shown: boolean, said?: Said): void {
  notices.set(orgId, { closed: !shown, ...(said && { said }) })
  emit()
}
export const noticeOf = (orgId: string): Notice => notices.get(orgId) ?? untouched
export const subscribeNotices = subscribe

/** The club of a request, found in its ids: no request has more than one. */
export function clubIn(input: unknown): string | undefined {
  if (typeof input === 'string') return kindOf(input) && organizationOf(input)
  if (typeof input !== 'object' || input === null) return undefined
  for (const value of Object.values(input)) {
    const club = clubIn(value)
    if (club !== undefined) return club
  }
  return undefined
}
