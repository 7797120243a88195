import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { devices } from '../table/sessions.ts'
import { write } from '../table/table.ts'

type Start = Pick<
  CallOf<typeof session, 'GET /rest-api/users/token'>,
  'userId' | 'token' | 'stamp' | 'now' | 'from' | 'agent'
>

const maxAgentLength = 300

/** Stores the device of a sign-in, at most once a day. */
export async function storeDevice({ userId, token, stamp, now, from, agent }: Start): Promise<void> {
  const { session: sessionId } = token
  if (sessionId === '') return
  const storedDevice = await devices.get({ userId, sessionId })
  if (storedDevice && storedDevice.seenAt.slice(0, 10) === now.slice(0, 10)) return
  await write(stamp, deviceWrite({ userId, token, now, from, agent }))
}

/** The write that stores the device as seen now. */
export function deviceWrite({
  userId,
  token: { session: sessionId, signedIn },
  now,
  from,
  agent,
}: Omit<Start, 'stamp'>) {
  const signedInAt = new Date(signedIn * 1000).toISOString()
  const set = { sessionId, signedInAt, seenAt: now, from, agent: agent.slice(0, maxAgentLength) }
  return devices.upsert({ userId, sessionId }, { set })
}
