import { isWalkthroughOffered, type WalkthroughName, walkthroughs } from '#shared/rules/walkthroughs.ts'
import { ApiProblem, callApi } from '../api.ts'

/** Delay before retrying a start that had to wait, in milliseconds; shorter if the user asked for it. */
const retryTime = 2000
const askedRetryTime = 100

type Showing = {
  /** Whether the current page can show it. */
  isReady: (name: WalkthroughName) => boolean
  /** Loads its code; false if that failed. */
  load: () => Promise<boolean>
  /** Shows it; resolves to true if finished, false if closed before. */
  show: (name: WalkthroughName) => Promise<boolean>
  /** The user asked for it, so it does not matter how often it was closed before. */
  asked: boolean
  signal: AbortSignal
}

/** Offers the walkthroughs in order, each only after the previous one is completed. Resolves when none is left to offer. */
export async function offerWalkthroughs(showing: Showing): Promise<void> {
  for (const name of walkthroughs) if (!(await offer(name, showing))) return
}

/** Whether the walkthrough is completed, now or earlier. */
async function offer(name: WalkthroughName, showing: Showing): Promise<boolean> {
  while (!showing.signal.aborted) {
    const completed = showing.isReady(name) ? await alone(showing.asked, () => tryOnce(name, showing)) : undefined
    if (completed !== undefined) return completed
    await pause(showing.signal, showing.asked ? askedRetryTime : retryTime)
  }
  return false
}

/** Undefined if the page was no longer ready. */
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
    // A dialog may have been opened meanwhile.
    if (signal.aborted || !isReady(name)) return undefined
    const finished = await show(name)
    const query = { walkthroughId: name, isCompleted: finished ? 'true' : 'false' } as const
    // `keepalive`, since it may have ended because the page is being left.
    await callApi(
      'POST /rest-api/users/update-feature-walkthrough',
      { query },
      { handles: ['failures'], keepalive: true },
    )
    return finished
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // Not requested by the user, so failures are silent: the next visit offers it again.
    return false
  }
}

/**
 * Runs `work` unless another tab is doing so, which resolves to undefined. If the user asked for it, this tab always runs it.
 */
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
