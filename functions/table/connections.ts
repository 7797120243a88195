import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { timeToLive } from './retention.ts'

/** The session that a connection belongs to, by the id and the time of its sign-in, in seconds since 1970. */
export type SignIn = { session: string; signedIn: number }

/**
 * A ticket that authorizes one WebSocket connection of the user, once and until `ends`: browsers cannot send a token when they open one.
 */
export type ConnectionTicket = SignIn & { ticket: string; userId: string; ends: string }
export const connectionTickets = entity<ConnectionTicket, Pick<ConnectionTicket, 'ticket'>>('Line ticket', {
  key: ({ ticket }) => ({ pk: `TICKET#${ticket}`, sk: 'TICKET' }),
})

/**
 * The WebSocket connections of a user's devices, each an attribute with its session and the instant at which it was opened: one item, so that one batch
 * of gets reads those of a whole team. API Gateway closes a connection after two hours: an older one has ended without an event.
 */
type Connection = SignIn & { openedAt: string }
export type Connections = { openedAt: string } & { [connection: `line:${string}`]: Connection | undefined }
export const connections = entity<Connections, User>('Open lines', {
  key: (id) => ({ pk: userPartition(id), sk: 'LINES' }),
})
/** The attribute of a connection. */
export const connectionAttribute = (connectionId: string) => `line:${connectionId}` as const

/** The longest that a connection is open, in milliseconds. */
const longest = 3_600_000 * timeToLive['Open lines'].hours

/** The connections of an item that may still be open. */
export const connectionsIn = (row: Connections | undefined, now: string): (Connection & { connectionId: string })[] =>
  Object.entries(row ?? {}).flatMap(([name, connection]) =>
    name.startsWith('line:') &&
    typeof connection === 'object' &&
    Date.parse(connection.openedAt) + longest > Date.parse(now)
      ? [{ connectionId: name.slice('line:'.length), ...connection }]
      : [],
  )
