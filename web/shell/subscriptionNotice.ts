import { kindOf, organizationOf } from '#shared/ids.ts'
import { createEmitter } from '../kit/emitter.ts'

/** What a refusal has said of a club's subscription, in the server's words. */
type Said = { code: string; message: string }

/** Whether the banner of a club's expired subscription is closed; it comes back when something is refused for it, with what was said. */
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

/** The club that a request is about: a request names no two. */
export function clubIn(input: unknown): string | undefined {
  if (typeof input === 'string') return kindOf(input) && organizationOf(input)
  if (typeof input !== 'object' || input === null) return undefined
  for (const value of Object.values(input)) {
    const club = clubIn(value)
    if (club !== undefined) return club
  }
  return undefined
}
