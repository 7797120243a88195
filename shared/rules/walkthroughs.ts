/** The guided walkthroughs for coaches, in the order they run. */
export const walkthroughs = ['coachNav', 'coachTeam'] as const
export type WalkthroughName = (typeof walkthroughs)[number]

/** How often a walkthrough may have been closed and is still offered. */
export const walkthroughCloseLimit = 3

/** Whether a walkthrough starts by itself: it was not finished, and not closed more often than the limit. */
export const isWalkthroughOffered = ({ completed, closeCount }: { completed: boolean; closeCount: number }): boolean =>
  !completed && closeCount <= walkthroughCloseLimit
