import { isWalkthroughOffered, type WalkthroughName, walkthroughs } from '#shared/rules/walkthroughs.ts'
import { ApiProblem, callApi } from '../api.ts'

/** How long until a start that had to wait is tried again, in milliseconds; who asked for it waits for it. */
const retryTime = 2000
const askedRetryTime = 100

type Showing = {
  /** Whether the page as it stands can be shown around in. */
  isReady: (name: WalkthroughName) => boolean
  /** Fetches what shows it: false when that failed. */
  load: () => Promise<boolean>
  /** Shows it until it ends: true when it was finished, false when it was closed before. */
  show: (name: WalkthroughName) => Promise<boolean>
  /** The person asked for it, so that it does not matter how often it was closed. */
  asked: boolean
  signal: AbortSignal
}

/** Offers the walkthroughs in their order: each only once the one before is completed. Ends when there is no more to offer. */
export async function offerWalkthroughs(showing: Showing): Promise<void> {
  for (const name of walkthroughs) if (!(await offer(name, showing))) return
}

/** True when the walkthrough is completed, now or before. */
async function offer(name: WalkthroughName, showing: Showing): Promise<boolean> {
  while (!showing.signal.aborted) {
    const completed = showing.isReady(name) ? await alone(showing.asked, () => tryOnce(name, showing)) : undefined
    if (completed !== undefined) return completed
    await pause(showing.signal, showing.asked ? askedRetryTime : retryTime)
  }
  return false
}

/** Undefined when the page was not ready any more. */
async function tryOnce(
  name: WalkthroughName,
  { isReady, load, show, asked, signal }: Showing,
): Promise<boolean | undefined> {
  try {
    if (!asked) {
      const query = { walkthroughId: name }
      const progress = await callApi('GET /rest-api/users/feature-walkthrough', { query }, { handles: ['failures'] })
      if (!isWalkthroughOffered(progress)) return progress.completed
    }
    if (!(await load())) return false
    // A dialog may have been opened while that took its time.
    if (signal.aborted || !isReady(name)) return undefined
    const finished = await show(name)
    const query = { walkthroughId: name, isCompleted: finished ? 'true' : 'false' } as const
    // It may have ended because the page is being left.
    await callApi(
      'POST /rest-api/users/update-feature-walkthrough',
      { query },
      { handles: ['failures'], keepalive: true },
    )
    return finished
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // Nobody asked for it, so nobody misses it: the next visit offers it again.
    return false
  }
}

/** Does it unless another tab is at it, which gives undefined. Who asked for it is in this tab. */
async function alone<Result>(asked: boolean, work: () => Promise<Result>): Promise<Result | undefined> {
  if (asked || !('locks' in navigator)) return work()
  return navigator.locks.request('touchline.walkthrough', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

const pause = (signal: AbortSignal, time: number) =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, time)
    signal.addEventListener('abort', goOn)
  })
