import { signedInUser } from '../session/tokens.ts'

/** What the script in the page's head (`early/start.ts`) has already asked for. */
export type Early = {
  read: string
  /** Since the page was opened, in milliseconds. */
  begun: number
  response: Promise<Response>
  /** Whose it is. */
  of: string
  /** The route and what it is asked with, as a screen names them. */
  asked: [key: string, input: object]
  /** There once `known` is over and it went well: the first drawing has it at once. */
  answer?: unknown
  known: Promise<unknown>
}
declare global {
  interface Window {
    touchlineEarly?: Early[]
  }
}

/** How long an answer may be waited for, and lie here, in milliseconds: later it would be old. */
export const mostEarly = 30_000

/** Milliseconds for which an inert snapshot of a screen is shown while its answers have not come. */
const patience = 3000

/** Once what was asked for has been answered, or takes too long. */
export const whenAnswered = (): Promise<unknown> =>
  Promise.race([
    Promise.all((window.touchlineEarly ?? []).map(({ known }) => known)),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])

/** What has been answered already, of this person. */
export const earlyAnswers = (userId: string) =>
  (window.touchlineEarly ?? []).filter(({ of, answer }) => of === userId && answer !== undefined)

/** An address without the reader's own players, which are a hint and do not change the answer. */
export function readAt(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin)
  searchParams.delete('players')
  return `${pathname}?${searchParams}`
}

const isFresh = ({ begun }: Early) => performance.now() - begun < mostEarly

/**
 * The answer that is already under way for a read; undefined when there is none, when it was for something else, when it
 * failed to arrive, or when it is refused, so that the caller asks again: what rights allow is asked once they are known, which may
 * be later than they were looked at for the refusal, and a sign-in that was over may have been followed by another one. It is given out once, and what nobody takes in time is let go of.
 */
export async function takeEarlyResponse(method: string, address: string): Promise<Response | undefined> {
  const all = window.touchlineEarly ?? []
  if (method !== 'GET' || all.length === 0) return
  const fresh = all.filter(isFresh)
  // In this tab it may have been asked by who has signed out in another one since.
  const early = fresh.find(({ read, of }) => read === readAt(address) && of === signedInUser())
  window.touchlineEarly = fresh.filter((each) => each !== early)
  const response = await early?.response.catch(() => undefined)
  return response?.status === 401 || response?.status === 403 ? undefined : response
}
