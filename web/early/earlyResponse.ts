/** What the script in the page's head (`early/start.ts`) has already asked for. */
type Early = { path: string; startUtc: string; response: Promise<Response> }
declare global {
  interface Window {
    touchlineEarly?: Early
  }
}

/**
 * The answer that is already under way for a read of Today; undefined when there is none, when it is for another day, or
 * when it failed to arrive, so that the caller asks again. It is given out once.
 */
export async function takeEarlyResponse(method: string, address: string): Promise<Response | undefined> {
  const early = window.touchlineEarly
  const { pathname, searchParams } = new URL(address, location.origin)
  if (!early || method !== 'GET' || pathname !== early.path || searchParams.get('startUtc') !== early.startUtc) return
  delete window.touchlineEarly
  return early.response.catch(() => undefined)
}
