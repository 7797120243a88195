/** How a player stands on a registration, as a club follows it. */
export const trackTypes = ['REGISTERED', 'PAYING', 'WAITING', 'CANCELLED'] as const
export type TrackType = (typeof trackTypes)[number]
