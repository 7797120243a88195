/** The guided walkthroughs for coaches, in the order they run. */
export const walkthroughs = ['coachNav', 'coachTeam'] as const
export type WalkthroughName = (typeof walkthroughs)[number]

/** How often a walkthrough may be closed before it is not offered again. */
export const walkthroughCloseLimit = 3

type Progress = { completed: boolean; closeCount: number }

/** Whether a walkthrough is offered: not when it was finished, nor when it was closed more often than the limit. */
export const isWalkthroughOffered = ({ completed, closeCount }: Progress): boolean =>
  !completed && closeCount <= walkthroughCloseLimit
