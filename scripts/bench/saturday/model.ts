import type { ActName } from './acts.ts'

/**
 * How a Saturday is, and a month, stated once: what the benchmark counts in a small run is calculated up by this. People are
 * one grown-up a player; each team has a coach beside.
 */
export const model = {
  clubs: 1000,
  /** Of a club in the middle; 1,000 of them are 25,000 teams of 16: 400,000 people. */
  teamsOfClub: 25,
  /** The largest club that we sell to. */
  teamsOfLargestClub: 200,
  playersOfTeam: 16,
  /** How much of a Saturday falls into its fullest hour, and how much fuller than that hour its fullest seconds are. */
  peakHourShare: 0.2,
  peakBurst: 3,
  /** Of those who visit, how many sign in anew on that day; an open page has its token renewed once an hour. */
  signInShare: 0.05,
  /** Of the answers, how many are given by the link in a mail: by one request that shows what it would answer, and one that does. */
  answersByLink: 0.6,
  /** What a page asks for before our API: documents and scripts that are not in the browser yet, in KB. */
  loadedKb: 60,
  /** A family’s pictures and films on a Saturday, in KB. */
  mediaKb: 200,
} as const

/** What one team of 16 families does on a Saturday. */
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

/** What it does in a whole month: eight games and practices that are answered for, and what is around them. */
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

/** Of a family’s files that lie there, in MB a team. */
export const storedMbOfTeam = 400
