import type { ActName } from './acts.ts'

/**
 * The model of a Saturday and a month, by which the benchmark extrapolates from a small run. There is one adult per
 * player; each team also has a coach.
 */
export const model = {
  clubs: 1000,
  /** An average club; 1,000 of them are 25,000 teams of 16: 400,000 people. */
  teamsOfClub: 25,
  /** The largest club that we sell to. */
  teamsOfLargestClub: 200,
  playersOfTeam: 16,
  /** The share of a Saturday in its peak hour, and the factor of the peak seconds over the average of that hour. */
  peakHourShare: 0.2,
  peakBurst: 3,
  /** The share of visitors who sign in again on that day; an open page renews its token once an hour. */
  signInShare: 0.05,
  /** The share of answers given by the link in a mail: one request shows what it would answer, and one answers. */
  answersByLink: 0.6,
  /** What a page loads before our API, in KB: documents and scripts that are not cached yet. */
  loadedKb: 60,
  /** A family's pictures and films on a Saturday, in KB. */
  mediaKb: 200,
} as const

/** What a team of 16 families does on a Saturday. */
export const saturdayOfTeam: Record<ActName, number> = {
  visit: 40,
  answer: 12,
  month: 6,
  roster: 3,
  say: 6,
  readChat: 24,
  pay: 1,
  register: 1,
  email: 1,
}

/** What it does in a whole month: eight games and practices with answers, and everything around them. */
export const monthOfTeam: Record<ActName, number> = {
  visit: 480,
  answer: 128,
  month: 96,
  roster: 32,
  say: 90,
  readChat: 360,
  pay: 6,
  register: 2,
  email: 5,
}

/** Stored files of families, in MB per team. */
export const storedMbOfTeam = 400
