import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { handler as confirmed } from '#functions/session/confirmedHandler.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'

type Account = { email: string; verified?: boolean; firstName?: string; lastName?: string }

const answerOf = ({ email, verified = true, firstName = 'Paula', lastName = 'Moreno' }: Account) => ({
  Username: 'u',
  UserAttributes: Object.entries({
    email,
    email_verified: String(verified),
    given_name: firstName,
    family_name: lastName,
  }).map(([Name, Value]) => ({ Name, Value })),
})
/** Sets what the user pool returns about a user from now on. */
const knows = (userId: string, account: Account) =>
  userPool.on(GetUserCommand, { AccessToken: `token of ${userId}` }).resolves(answerOf(account))
/** The session check that the web app makes at each start, with its cost. */
async function starts(userId: string, session: string = crypto.randomUUID()) {
  const lines: { readUnits: number; writeUnits: number }[] = []
  const { info } = console
  console.info = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number])
  const { status, body } = await call('GET /rest-api/users/token', { as: userId, session }).finally(() => {
    console.info = info
  })
  expect([status, body]).toEqual([200, { userId, valid: true }])
  return lines[0]
}
const profileOf = (userId: string) => profiles.get({ userId }, { consistent: true })
const ownerOf = async (email: string) => (await emailUsers.get({ email }, { consistent: true }))?.userId

/** A user who signed up and confirmed their address, as the user pool's trigger stores it. */
async function somebody() {
  const userId = crypto.randomUUID()
  const email = `${userId}@club.example`
  const userAttributes = { sub: userId, email, given_name: 'Paula', family_name: 'Moreno' }
  const event = { triggerSource: 'PostConfirmation_ConfirmSignUp', request: { userAttributes } }
  await confirmed(event as unknown as PostConfirmationTriggerEvent)
  knows(userId, { email })
  return { userId, email }
}

describe('the start of a session', () => {
  it('creates the profile of an account that the sign-up trigger did not create', async () => {
    const userId = crypto.randomUUID()
    const email = `${userId}@Club.example`
    knows(userId, { email, firstName: ' Roshon\n', lastName: 'E'.repeat(2000) })
    await starts(userId)
    expect(await profileOf(userId)).toMatchObject({ email, firstName: 'Roshon', lastName: 'E'.repeat(64) })
    expect(await ownerOf(email)).toBe(userId)
  })

  it('takes over a changed address, by which the user is found from then on, and keeps earlier ones', async () => {
    const { userId, email } = await somebody()
    knows(userId, { email: `new-${email}` })
    await starts(userId)
    expect(await profileOf(userId)).toMatchObject({ email: `new-${email}` })
    expect([await ownerOf(`new-${email}`), await ownerOf(email)]).toEqual([userId, undefined])
    // Earlier addresses are kept, each once, and never the current one.
    for (const next of [`newer-${email}`, email.toUpperCase()]) {
      knows(userId, { email: next })
      await starts(userId)
    }
    const { emailsBefore } = (await profileOf(userId)) ?? {}
    expect(emailsBefore).toEqual([`newer-${email}`, `new-${email}`])
  })

  it('takes over an address of which only the case has changed', async () => {
    const { userId, email } = await somebody()
    knows(userId, { email: email.toUpperCase() })
    await starts(userId)
    expect(await profileOf(userId)).toMatchObject({ email: email.toUpperCase() })
    expect(await ownerOf(email)).toBe(userId)
  })

  it('ignores an address until it is verified', async () => {
    const { userId, email } = await somebody()
    knows(userId, { email: `new-${email}`, verified: false })
    await starts(userId)
    expect(await profileOf(userId)).toMatchObject({ email })
    expect([await ownerOf(`new-${email}`), await ownerOf(email)]).toEqual([undefined, userId])
    const other = crypto.randomUUID()
    knows(other, { email: `${other}@club.example`, verified: false })
    await starts(other)
    expect(await profileOf(other)).toMatchObject({ email: '', firstName: 'Paula' })
    expect(await ownerOf(`${other}@club.example`)).toBeUndefined()
  })

  it('writes nothing when nothing has changed, and reads only the profile and the device', async () => {
    const { userId } = await somebody()
    await starts(userId, 'phone')
    userPool.resetHistory()
    expect(await starts(userId, 'phone')).toMatchObject({ readUnits: 2, writeUnits: 0 })
    expect(userPool.commandCalls(GetUserCommand)).toHaveLength(1)
  })

  it('keeps a name that the user entered, and fills in a missing one', async () => {
    const { userId, email } = await somebody()
    await call('PUT /rest-api/session/profile', { as: userId, body: { firstName: 'Danley', lastName: 'Jean Jacques' } })
    knows(userId, { email: `new-${email}` })
    await starts(userId)
    expect(await profileOf(userId)).toMatchObject({ email: `new-${email}`, firstName: 'Danley' })

    const nameless = crypto.randomUUID()
    const avatarAt = '2026-11-21T18:00:00.000Z'
    await write(stamp, profiles.create({ userId: nameless, email: '', firstName: '', lastName: '', avatarAt }))
    knows(nameless, { email: `${nameless}@club.example` })
    await starts(nameless)
    expect(await profileOf(nameless)).toMatchObject({
      email: `${nameless}@club.example`,
      firstName: 'Paula',
      lastName: 'Moreno',
      avatarAt,
    })
  })
})

describe('an address that moves between users', () => {
  it('belongs to whom the user pool gave it, and is not released by its previous owner', async () => {
    const [before, after] = [await somebody(), await somebody()]
    knows(after.userId, { email: before.email })
    await starts(after.userId)
    expect(await ownerOf(before.email)).toBe(after.userId)
    knows(before.userId, { email: `new-${before.email}` })
    await starts(before.userId)
    expect(await ownerOf(before.email)).toBe(after.userId)
    expect(await ownerOf(`new-${before.email}`)).toBe(before.userId)
  })

  it('belongs to the right user when two swap addresses, with concurrent starts', async () => {
    for (let round = 0; round < repetitions(5); round++) {
      const [one, two] = [await somebody(), await somebody()]
      knows(one.userId, { email: two.email })
      knows(two.userId, { email: one.email })
      await Promise.all([one, two, one, two, one, two].map(({ userId }) => starts(userId)))
      // A start that hit a conflict is corrected by the next one.
      await starts(one.userId)
      await starts(two.userId)
      expect([await ownerOf(one.email), await ownerOf(two.email)]).toEqual([two.userId, one.userId])
      expect([(await profileOf(one.userId))?.email, (await profileOf(two.userId))?.email]).toEqual([
        two.email,
        one.email,
      ])
    }
  })

  it.each([
    ['by a stale response of the user pool', (email: string) => `new-${email}`],
    ['when another user gets it between the read and the write', (_: string, wanted: string) => wanted],
  ])('is not taken over %s', async (_what, asSaidAgain) => {
    const [slow, quick] = [await somebody(), await somebody()]
    const email = `wanted-${slow.email}`
    userPool
      .on(GetUserCommand, { AccessToken: `token of ${slow.userId}` })
      .resolvesOnce(answerOf({ email }))
      .callsFake(async () => {
        knows(quick.userId, { email })
        await starts(quick.userId)
        return answerOf({ email: asSaidAgain(slow.email, email) })
      })
    await starts(slow.userId)
    expect(await ownerOf(email)).toBe(quick.userId)
    expect(await profileOf(slow.userId)).toMatchObject({ email: slow.email })
  })
})
