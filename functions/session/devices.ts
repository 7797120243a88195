import type { session } from '#shared/api/session.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { browserIn, systemIn } from '#shared/rules/devices.ts'
import type { CallOf } from '../serve.ts'
import { accessTokens, tokenLists } from '../table/accessTokens.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { devices, endedSessions } from '../table/sessions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { seen } from './keepDevice.ts'

type Api = typeof session

/** Lifetime of a refresh token, in hours, as set in the user pool's client. */
const refreshHours = Number(process.env.REFRESH_TOKEN_DAYS) * 24
/** When the last token of a sign-in expires, however often it was renewed. */
export const endOf = (signedInAt: string): string => addHours(signedInAt, refreshHours + 1)

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
 * After the password was entered again on a device, ends the previous sign-in and puts this one in its place: access tokens
 * created there move to it, so that they still end when the device is signed out, and push subscriptions stay. Idempotent.
 */
export const continueSession = ({
  userId,
  token,
  body: { session: before },
  stamp,
  now,
  from,
  agent,
}: CallOf<Api, 'POST /rest-api/session/continue'>) =>
  retryOnConflict(async () => {
    if (before === token.session || token.session === '')
      throw new Problem('bad_request', [faultAt('session', 'invalid')])
    const [device, { list, tokens }, pushes] = await Promise.all([
      devices.get({ userId, sessionId: before }, { consistent: true }),
      accessTokens.listed({ userId }),
      pushDevices.notedIn({ userId }, before),
    ])
    await write(
      stamp,
      // The start of a sign-in that never started the app here is unknown; it was before now.
      endedSessions.upsert({ userId, sessionId: before }, { set: { sessionId: before, ends: endOf(now) } }),
      ...(device ? [devices.remove({ userId, sessionId: before }, 'conflict')] : []),
      seen({ userId, token, now, from, agent }),
      tokenLists.unchanged({ userId }, list),
      ...tokens
        .filter(({ madeIn }) => madeIn === before)
        .map((made) => accessTokens.change(made, { set: { madeIn: token.session }, when: [['madeIn', '=', before]] })),
      // Updated, so that ending everything older than this sign-in keeps them.
      ...pushes.map((push) =>
        pushDevices.change(push, { set: { madeIn: token.session, since: now }, when: [['madeIn', '=', before]] }),
      ),
    )
    return {}
  })

/**
 * Signs a device out. Its tokens can be renewed until the sign-in itself expires; until then it is remembered as ended. API
 * tokens created there are revoked, and those of unknown origin too, as the person who had the device may have them. Its push
 * subscriptions are deleted.
 */
export const endDevice = ({
  userId,
  body: { id: sessionId },
  stamp,
}: CallOf<Api, 'POST /rest-api/session/sessions/end'>) =>
  retryOnConflict(async () => {
    const [device, { list, tokens }, pushes] = await Promise.all([
      devices.get({ userId, sessionId }, { consistent: true }),
      accessTokens.listed({ userId }),
      pushDevices.notedIn({ userId }, sessionId),
    ])
    if (!device) throw new Problem('not_found')
    const ends = endOf(device.signedInAt)
    await write(
      stamp,
      endedSessions.upsert({ userId, sessionId }, { set: { sessionId, ends } }),
      devices.remove({ userId, sessionId }),
      // Conflicts with a token being created there at this moment: that one comes first and is found by the retry, or is not
      // created.
      tokenLists.unchanged({ userId }, list),
      ...tokens
        .filter(({ madeIn = '' }) => madeIn === sessionId || madeIn === '')
        .map((token) => accessTokens.remove(token, 'conflict')),
      ...pushes.map(pushDevices.forget),
    )
    return {}
  })
