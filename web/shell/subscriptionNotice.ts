import { kindOf, organizationOf } from '#shared/ids.ts'
import { createEmitter } from '../kit/emitter.ts'

/** The reason in a refusal about a club's subscription, in the server's words. */
type RefusalReason = { code: string; message: string }

/** Whether the banner about an expired subscription was closed; it reappears with the reason when a request is refused for it. */
type NoticeState = { closed: boolean; reason?: RefusalReason }
const notices = new Map<string, NoticeState>()
const defaultState: NoticeState = { closed: false }
const [subscribe, emit] = createEmitter()

export function setSubscriptionNotice(orgId: string, shown: boolean, reason?: RefusalReason): void {
  notices.set(orgId, { closed: !shown, ...(reason && { reason }) })
  emit()
}
export const readNotice = (orgId: string): NoticeState => notices.get(orgId) ?? defaultState
export const subscribeNotices = subscribe

/** The club of a request, found in its ids: no request has more than one. */
export function findClubId(input: unknown): string | undefined {
  if (typeof input === 'string') return kindOf(input) && organizationOf(input)
  if (typeof input !== 'object' || input === null) return undefined
  for (const value of Object.values(input)) {
    const club = findClubId(value)
    if (club !== undefined) return club
  }
  return undefined
}
