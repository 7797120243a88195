/** What the script in the page's head (`early/start.ts`) has already asked for. `begun`: since the page was opened, in milliseconds. */
export type Early = { read: string; begun: number; response: Promise<Response> }
declare global {
  interface Window {
    touchlineEarly?: Early[]
  }
}

/** How long an answer may be waited for, and lie here, in milliseconds: later it would be old. */
export const mostEarly = 30_000

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
