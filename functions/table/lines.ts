import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { goesAfter } from './retention.ts'

/** A ticket with which somebody who is signed in opens a line, once and soon: a browser sends no token when it opens one. */
export type LineTicket = { ticket: string; userId: string; ends: string }
export const lineTickets = entity<LineTicket, Pick<LineTicket, 'ticket'>>('Line ticket', {
  key: ({ ticket }) => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' }),
})

/**
 * The lines that a person's devices hold open, each with when it was opened: one item, so that those of a whole team are
 * read at once. A line is two hours old at most; what is older has ended unseen.
 */
export type OpenLines = { openedAt: string } & { [line: `line:${string}`]: string | undefined }
export const openLines = entity<OpenLines, User>('Open lines', {
  key: (id) => ({ pk: userPartition(id), sk: 'LINES' }),
})
/** As long as a line stays open at most, in seconds. */
const longest = 3600 * goesAfter['Open lines'].hours
export const lineOf = (connectionId: string) => `line:${connectionId}` as const

/** The lines of an item that may still be open, each with when it was opened. */
export const linesIn = (row: OpenLines | undefined, now: string): { connectionId: string; openedAt: string }[] =>
  Object.entries(row ?? {}).flatMap(([name, openedAt]) =>
    name.startsWith('line:') && typeof openedAt === 'string' && Date.parse(openedAt) + longest * 1000 > Date.parse(now)
      ? [{ connectionId: name.slice('line:'.length), openedAt }]
      : [],
  )
