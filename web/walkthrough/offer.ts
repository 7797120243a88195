import { isWalkthroughOffered, type WalkthroughName, walkthroughs } from '#shared/rules/walkthroughs.ts'
import { ApiProblem, callApi } from '../api.ts'

/** Delay before retrying a start that had to wait, in milliseconds; shorter if the user asked for it. */
const retryDelay = 2000
const requestedRetryDelay = 100

type OfferOptions = {
  /** Whether the current page can show it. */
  isReady: (name: WalkthroughName) => boolean
  /** Loads its code; false if that failed. */
  load: () => Promise<boolean>
  /** Shows it; resolves to true if finished, false if closed before. */
  show: (name: WalkthroughName) => Promise<boolean>
  /** The user asked for it, so it does not matter how often it was closed before. */
  isRequested: boolean
  signal: AbortSignal
}

/** Offers the walkthroughs in order, each only after the previous one is completed. Resolves when none is left to offer. */
export async function offerWalkthroughs(options: OfferOptions): Promise<void> {
  for (const name of walkthroughs) if (!(await offer(name, options))) return
}

/** Whether the walkthrough is completed, now or earlier. */
async function offer(name: WalkthroughName, options: OfferOptions): Promise<boolean> {
  while (!options.signal.aborted) {
    const completed = options.isReady(name)
      ? await inOneTab(options.isRequested, () => showOnce(name, options))
      : undefined
    if (completed !== undefined) return completed
    await delay(options.signal, options.isRequested ? requestedRetryDelay : retryDelay)
  }
  return false
}

/** Undefined if the page was no longer ready. */
async function showOnce(
  name: WalkthroughName,
  { isReady, load, show, isRequested, signal }: OfferOptions,
): Promise<boolean | undefined> {
  try {
    if (!isRequested) {
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
 * Runs `action` unless another tab is doing so, which resolves to undefined. If the user asked for it, this tab always runs it.
 */
async function inOneTab<Result>(isRequested: boolean, action: () => Promise<Result>): Promise<Result | undefined> {
  if (isRequested || !('locks' in navigator)) return action()
  return navigator.locks.request('touchline.walkthrough', { ifAvailable: true }, (lock) =>
    lock ? action() : undefined,
  )
}

const delay = (signal: AbortSignal, time: number) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, time)
    signal.addEventListener('abort', finish)
  })
