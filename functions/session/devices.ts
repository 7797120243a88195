import type { session } from '#shared/api/session.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { browserIn, systemIn } from '#shared/rules/devices.ts'
import type { CallOf } from '../serve.ts'
import { accessTokens, tokenLists } from '../table/accessTokens.ts'
import { chunks } from '../table/chunks.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { devices, endedSessions } from '../table/sessions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import { deviceWrite } from './storeDevice.ts'

type Api = typeof session

/** How many writes about push devices find room in a transaction beside those of a session's end and its access tokens. */
const maxPushWrites = 50
/** One transaction, with as many writes about push devices as find room in it; the others go before it. */
export async function writeWithPushes(stamp: Stamp, pushWrites: readonly Write[], ...writes: Write[]): Promise<void> {
  for (const part of chunks(pushWrites.slice(maxPushWrites), maxPushWrites)) await write(stamp, ...part)
  await write(stamp, ...writes, ...pushWrites.slice(0, maxPushWrites))
}

/** The validity of a refresh token, in hours, as set on the user pool's client. */
const refreshHours = Number(process.env.REFRESH_TOKEN_DAYS) * 24
/** When the last access token of a sign-in at `signedInAt` expires: one hour after the refresh token. */
export const endOf = (signedInAt: string): string => addHours(signedInAt, refreshHours + 1)

export async function listDevices({ userId, token, me }: CallOf<Api, 'GET /rest-api/session/sessions'>) {
  const [rows, { session: state }] = await Promise.all([devices.of({ userId }), me])
  const after = state.validAfter ?? ''
  const activeDevices = rows.filter(
    ({ sessionId, signedInAt }) => !state.ended.includes(sessionId) && signedInAt >= after,
  )
  return {
    devices: activeDevices
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
 * Replaces the device's previous sign-in by this one after the password was typed again: the previous one ends, and its access tokens for
 * programs and its push subscription move to this one. Idempotent.
 */
export const continueSession = ({
  userId,
  token,
  body: { session: previousSession },
  stamp,
  now,
  from,
  agent,
}: CallOf<Api, 'POST /rest-api/session/continue'>) =>
  retryOnConflict(async () => {
    if (previousSession === token.session || token.session === '')
      throw new Problem('bad_request', [faultAt('session', 'invalid')])
    const [device, { list, tokens }, pushes] = await Promise.all([
      devices.get({ userId, sessionId: previousSession }, { consistent: true }),
      accessTokens.withList({ userId }),
      pushDevices.ofSession({ userId }, previousSession),
    ])
    const signedInAt = new Date(token.signedIn * 1000).toISOString()
    await writeWithPushes(
      stamp,
      // Updated, so that ending everything older than this sign-in keeps them.
      pushes.map((push) =>
        pushDevices.change(push, {
          set: { madeIn: token.session, signedInAt },
          when: [['madeIn', '=', previousSession]],
        }),
      ),
      // The start of a sign-in that never started the app here is unknown; it was before now.
      endedSessions.upsert(
        { userId, sessionId: previousSession },
        { set: { sessionId: previousSession, ends: endOf(now) } },
      ),
      ...(device ? [devices.remove({ userId, sessionId: previousSession }, 'conflict')] : []),
      deviceWrite({ userId, token, now, from, agent }),
      tokenLists.checkUnchanged({ userId }, list),
      ...tokens
        .filter(({ madeIn }) => madeIn === previousSession)
        .map((accessToken) =>
          accessTokens.change(accessToken, {
            set: { madeIn: token.session },
            when: [['madeIn', '=', previousSession]],
          }),
        ),
    )
    return {}
  })

/**
 * Signs out a device. The session is stored as ended until its refresh token expires. Also deletes its push subscription and the access
 * tokens for programs that were made on it, or on an unknown device: whoever has the device may have them.
 */
export const endDevice = ({
  userId,
  body: { id: sessionId },
  stamp,
}: CallOf<Api, 'POST /rest-api/session/sessions/end'>) =>
  retryOnConflict(async () => {
    const [device, { list, tokens }, pushes] = await Promise.all([
      devices.get({ userId, sessionId }, { consistent: true }),
      accessTokens.withList({ userId }),
      pushDevices.ofSession({ userId }, sessionId),
    ])
    if (!device) throw new Problem('not_found')
    const ends = endOf(device.signedInAt)
    await writeWithPushes(
      stamp,
      pushes.map(pushDevices.forget),
      endedSessions.upsert({ userId, sessionId }, { set: { sessionId, ends } }),
      devices.remove({ userId, sessionId }),
      // Conflicts with a token being created there at this moment: that one comes first and is found by the retry, or is not
      // created.
      tokenLists.checkUnchanged({ userId }, list),
      ...tokens
        .filter(({ madeIn = '' }) => madeIn === sessionId || madeIn === '')
        .map((token) => accessTokens.remove(token, 'conflict')),
    )
    return {}
  })
