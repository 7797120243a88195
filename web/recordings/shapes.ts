import type { AnswerOf } from '../api.ts'

export const LIST = 'GET /rest-api/recordings'
export const ONE = 'GET /rest-api/recordings/{recordingId}'
export const TEAMS = 'GET /rest-api/recordings/teams'
export const CHOICES = 'GET /rest-api/recordings/team/{teamId}'

export type RecordingSummary = AnswerOf<typeof LIST>['recordings'][number]
export type Recording = AnswerOf<typeof ONE>
export type Moment = Recording['marked'][number]
export type Team = AnswerOf<typeof TEAMS>['teams'][number]

/** Reads to refresh after a recording has changed. */
export const refreshes = [LIST, ONE] as const

/** A position in a film: `1:04:09`, `0:07`. */
export function positionText(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const padTwo = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60]
  return hours > 0
    ? `${hours}:${padTwo(minutes)}:${padTwo(wholeSeconds % 60)}`
    : `${minutes}:${padTwo(wholeSeconds % 60)}`
}
