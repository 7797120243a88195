import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { goesAfter } from './retention.ts'

/**
 * A short-lived, single-use ticket with which a signed-in person opens a WebSocket connection: browsers send no token when they
 * open one.
 */
export type LineTicket = { ticket: string; userId: string; ends: string }
export const lineTickets = entity<LineTicket, Pick<LineTicket, 'ticket'>>('Line ticket', {
  key: ({ ticket }) => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' }),
})

/**
 * The open connections of a person's devices, each with the time when it was opened: one item, so that those of a whole team are
 * read at once. A connection lasts two hours at most; older ones have ended unnoticed.
 */
export type OpenLines = { openedAt: string } & { [line: `line:${string}`]: string | undefined }
export const openLines = entity<OpenLines, User>('Open lines', {
  key: (id) => ({ pk: userPartition(id), sk: 'LINES' }),
})
/** The longest life of a connection, in seconds. */
const longest = 3600 * goesAfter['Open lines'].hours
export const lineOf = (connectionId: string) => `line:${connectionId}` as const

/** The connections of an item that may still be open, each with when it was opened. */
export const linesIn = (row: OpenLines | undefined, now: string): { connectionId: string; openedAt: string }[] =>
  Object.entries(row ?? {}).flatMap(([name, openedAt]) =>
    name.startsWith('line:') && typeof openedAt === 'string' && Date.parse(openedAt) + longest * 1000 > Date.parse(now)
      ? [{ connectionId: name.slice('line:'.length), openedAt }]
      : [],
  )
