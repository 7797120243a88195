import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { browserIn, systemIn } from '#shared/rules/devices.ts'
import type { CallOf } from '../serve.ts'
import { accessTokens, tokenLists } from '../table/accessTokens.ts'
import { devices, endedSessions } from '../table/sessions.ts'
import { untilSettled, write } from '../table/table.ts'

type Api = typeof session
type Start = Pick<CallOf<Api, 'GET /rest-api/users/token'>, 'userId' | 'token' | 'stamp' | 'now' | 'from' | 'agent'>

/** How long a refresh token lives, in hours: what the user pool's client is set to. */
const refreshHours = Number(process.env.REFRESH_TOKEN_DAYS) * 24
const mostOfAgent = 300

/** Notes on which device somebody is signed in: once a day and sign-in. */
export async function keepDevice({ userId, token, stamp, now, from, agent }: Start): Promise<void> {
  const { session: sessionId } = token
  if (sessionId === '') return
  const known = await devices.get({ userId, sessionId })
  if (known && known.seenAt.slice(0, 10) === now.slice(0, 10)) return
  const signedInAt = new Date(token.signedIn * 1000).toISOString()
  const seen = { seenAt: now, from, agent: agent.slice(0, mostOfAgent) }
  await write(stamp, devices.upsert({ userId, sessionId }, { set: { sessionId, signedInAt, ...seen } }))
}

export async function listDevices({ userId, token, me }: CallOf<Api, 'GET /rest-api/session/sessions'>) {
  const [rows, { session: state }] = await Promise.all([devices.of({ userId }), me])
  const after = state.validAfter ?? ''
  const there = rows.filter(({ sessionId, signedInAt }) => !state.ended.includes(sessionId) && signedInAt >= after)
  return {
    devices: there
      .toSorted((one, other) => (one.seenAt < other.seenAt ? 1 : -1))
      .map(({ sessionId: id, agent, from, signedInAt, seenAt }) => ({
        id,
        browser: browserIn(agent),
        system: systemIn(agent),
        from,
        signedInAt,
        seenAt,
        current: id === token.session,
      })),
  }
}

/**
 * Its tokens can be renewed until the sign-in itself ends; until then it is remembered that they count no more. Access tokens that
 * were made there for programs go with it, and those of which nobody knows where: whoever had the device may have them.
 */
export const endDevice = ({
  userId,
  body: { id: sessionId },
  stamp,
}: CallOf<Api, 'POST /rest-api/session/sessions/end'>) =>
  untilSettled(async () => {
    const [device, { list, tokens }] = await Promise.all([
      devices.get({ userId, sessionId }, { consistent: true }),
      accessTokens.listed({ userId }),
    ])
    if (!device) throw new Problem('not_found')
    const ends = addHours(device.signedInAt, refreshHours + 1)
    await write(
      stamp,
      endedSessions.upsert({ userId, sessionId }, { set: { sessionId, ends } }),
      devices.remove({ userId, sessionId }),
      // One that is made there at this instant is made before, and found the next time, or not at all.
      tokenLists.unchanged({ userId }, list),
      ...tokens
        .filter(({ madeIn = '' }) => madeIn === sessionId || madeIn === '')
        .map((token) => accessTokens.remove(token, 'conflict')),
    )
    return {}
  })
