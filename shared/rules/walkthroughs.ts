/** The guided walkthroughs for coaches, in the order they run. */
export const walkthroughs = ['coachNav', 'coachTeam'] as const
export type WalkthroughName = (typeof walkthroughs)[number]
