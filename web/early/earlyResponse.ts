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

/** How long a picture of a screen stands for want of what the screen shows, in milliseconds; it can only be looked at. */
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

/**
 * The answer that is already under way for a read; undefined when there is none, when it was for something else, or when it
 * failed to arrive, so that the caller asks again. It is given out once.
 */
export async function takeEarlyResponse(method: string, address: string): Promise<Response | undefined> {
  const all = window.touchlineEarly ?? []
  const early = method === 'GET' && all.find(({ read }) => read === readAt(address))
  if (!early) return
  window.touchlineEarly = all.filter((each) => each !== early)
  return performance.now() - early.begun < mostEarly ? early.response.catch(() => undefined) : undefined
}
