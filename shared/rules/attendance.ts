import type { ProblemCode } from '../problems.ts'
import type { InviteStatus } from './invites.ts'

type Span = { start: string; end: string }

/** Whether an event is in the future, running, or over. An event without a duration is over at its start. */
export type EventPhase = 'coming' | 'underway' | 'over'

export const phaseOf = ({ start, end }: Span, now: string): EventPhase => {
  const at = Date.parse(now)
  if (at < Date.parse(start)) return 'coming'
  return at < Date.parse(end) ? 'underway' : 'over'
}

/** Hours after its end in which families can still answer an event. Coaches always can. */
const answerHours = 24

/** When families can no longer answer an event, in milliseconds since 1970. */
const closesAt = ({ end }: Pick<Span, 'end'>): number => Date.parse(end) + answerHours * 3_600_000

/** Why a family cannot answer the invite now; undefined if it can. */
export function whyCannotAnswer(
  event: Pick<Span, 'end'> & { answerBy?: string | undefined; cancelled?: boolean | undefined },
  now: string,
): Extract<ProblemCode, 'event_over' | 'event_cancelled' | 'answer_late'> | undefined {
  if (event.cancelled) return 'event_cancelled'
  if (Date.parse(now) > closesAt(event)) return 'event_over'
  return event.answerBy !== undefined && Date.parse(now) > Date.parse(event.answerBy) ? 'answer_late' : undefined
}

/** The instant before which events must have ended to be closed to families; in the format of the table, to be compared as text. */
export const attendanceClosesBefore = (now: string): string =>
  new Date(Date.parse(now) - answerHours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')

/** How many days ahead Today counts open invites. */
export const pendingDays = 7

/** Whether an invite is open: unanswered, and its event has not begun and is not cancelled. */
export const isAwaiting = (
  invite: { status: InviteStatus; start: string; cancelled?: boolean | undefined },
  now: string,
): boolean => invite.status === 'Pending' && !invite.cancelled && Date.parse(now) < Date.parse(invite.start)
