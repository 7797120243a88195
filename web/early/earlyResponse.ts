import { signedInUser } from '../session/tokens.ts'

/** A request already made by the script in the page's head (`early/start.ts`). */
export type Early = {
  read: string
  /** When it was sent, in milliseconds since the page was opened. */
  sentAt: number
  response: Promise<Response>
  /** The user it was made for. */
  ownerId: string
  /** The route and input, as a screen requests them. */
  swrKey: [key: string, input: object]
  /** Set once `settled` has resolved successfully, so that the first render has it at once. */
  answer?: unknown
  settled: Promise<unknown>
}
declare global {
  interface Window {
    touchlineEarly?: Early[]
  }
}

/** How long a response may take and be kept, in milliseconds; after that it is outdated. */
export const maxEarly = 30_000

/** The responses that this user's early requests have already got. */
export const earlyAnswers = (userId: string) =>
  (window.touchlineEarly ?? []).filter(({ ownerId, answer }) => ownerId === userId && answer !== undefined)

/** An address without the reader's own players, which are a hint and do not change the response. */
export function readAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin)
  searchParams.delete('players')
  return `${pathname}?${searchParams}`
}

const isFresh = ({ sentAt }: Early) => performance.now() - sentAt < maxEarly

/**
 * The early response for a read; undefined if there is none, it was for another request, or it failed. Also undefined for 401 and
 * 403, so that the caller asks again: rights may have been looked up too early, and an expired session may have been followed by
 * a new sign-in. Each is returned once, and dropped if it is not taken in time.
 */
export async function takeEarlyResponse(method: string, address: string): Promise<Response | undefined> {
  const requests = window.touchlineEarly ?? []
  if (method !== 'GET' || requests.length === 0) return
  const fresh = requests.filter(isFresh)
  // A request made for another user, who has signed out in another tab since, is not used.
  const match = fresh.find(({ read, ownerId }) => read === readAddress(address) && ownerId === signedInUser())
  window.touchlineEarly = fresh.filter((each) => each !== match)
  const response = await match?.response.catch(() => undefined)
  return response?.status === 401 || response?.status === 403 ? undefined : response
}
