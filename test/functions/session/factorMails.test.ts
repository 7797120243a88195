// own: mail goes to a service of its own
import { GetUserCommand, ListWebAuthnCredentialsCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'

const START = 'GET /rest-api/users/token'

describe('security mails to an account’s owner', () => {
  const post = openPost()
  beforeEach(() => {
    process.env['PASSKEY_CLIENT'] = 'passkeys'
  })
  afterEach(() => {
    delete process.env['SUPPORT_EMAIL']
    delete process.env['PASSKEY_CLIENT']
  })
  async function somebody(language: 'en' | 'es') {
    const userId = `pat-${crypto.randomUUID()}`
    const email = `${userId}@family.example`
    const chosen = {
      language,
      chosen: { 'news.mail': 'off' as const },
      quiet: { from: '00:00', to: '23:59' },
      timezone: 'UTC',
    }
    await write(
      stamp,
      profiles.create({ userId, email, firstName: 'Pat', lastName: 'Moreno' }),
      emailUsers.create({ userId, email }),
      noticeChoices.create({ userId, ...chosen }),
    )
    return userId
  }
  /** A start after the factor was set up or removed in the user pool. */
  async function start(as: string, isOn: boolean, now: string) {
    const UserMFASettingList = isOn ? ['SOFTWARE_TOKEN_MFA'] : []
    userPool.on(GetUserCommand).resolves({ Username: as, UserAttributes: [], UserMFASettingList })
    expect((await call(START, { as, now })).status).toBe(200)
  }
  const told = async () => {
    await post.deliver({ times: 2 })
    return post.mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))
  }

  it.each([
    [
      'en',
      ['Two-step verification was turned on for your account', 'Two-step verification was turned off for your account'],
      ['write to help@touchline.test from this address', 'Change your password in My Profile right away'],
    ],
    [
      'es',
      ['Se ha activado el segundo factor de tu cuenta', 'Se ha desactivado el segundo factor de tu cuenta'],
      ['escribe a help@touchline.test desde esta dirección', 'Cambia enseguida tu contraseña en Mi perfil'],
    ],
  ] as const)(
    'report a second factor turned on or off, in their language (%s), once per change, at any hour',
    async (language, [on, off], [then, now]) => {
      process.env['SUPPORT_EMAIL'] = 'help@touchline.test'
      const as = await somebody(language)
      const to = `${as}@family.example`
      await start(as, false, '2026-11-21T18:00:00Z')
      expect(await told()).toEqual([])
      await start(as, true, '2026-11-21T18:01:00Z')
      await start(as, true, '2026-11-21T18:02:00Z')
      expect(await told()).toEqual([{ to, subject: on, text: expect.stringContaining(then) }])
      await start(as, false, '2026-11-21T18:03:00Z')
      await start(as, false, '2026-11-21T18:04:00Z')
      const mails = await told()
      expect(mails).toEqual([{ to, subject: off, text: expect.stringContaining(now) }])
      expect(mails[0]?.text).toContain(`/user/edit/${as}`)
      await start(as, true, '2026-11-21T18:05:00Z')
      expect(await told()).toMatchObject([{ to, subject: on }])
    },
  )

  it('are sent once when several tabs notice a change concurrently', async () => {
    const as = await somebody('en')
    for (const isOn of [true, false]) {
      await Promise.all(Array.from({ length: 6 }, () => start(as, isOn, '2026-11-21T18:01:00Z')))
      expect(await told()).toHaveLength(1)
    }
  })

  const addedAt = (time: string, FriendlyCredentialName: string) => ({
    CredentialId: time,
    FriendlyCredentialName,
    RelyingPartyId: 'localhost',
    AuthenticatorTransports: [],
    CreatedAt: new Date(time),
  })
  it.each([
    ['en', 'A passkey was added to your account', 'The passkey “iCloud Keychain” opens your account'],
    ['es', 'Se ha añadido una llave de acceso a tu cuenta', 'La llave de acceso «iCloud Keychain» abre tu cuenta'],
  ] as const)(
    'report each added passkey (%s), once, at the first start after a sign-in',
    async (language, subject, text) => {
      const as = await somebody(language)
      const signedIn = '2026-11-21T18:00:00Z'
      const begin = async (now: string, at = signedIn) =>
        expect((await call(START, { as, signedIn: at, now })).status).toBe(200)
      const has = (...Credentials: ReturnType<typeof addedAt>[]) =>
        userPool.on(ListWebAuthnCredentialsCommand).resolves({ Credentials })
      has()
      await begin('2026-11-21T18:01:00Z')
      expect(await told()).toEqual([])
      const [first, second, third] = [
        addedAt('2026-11-21T18:02:00Z', 'iCloud Keychain'),
        addedAt('2026-11-21T18:30:00Z', 'Security key'),
        addedAt('2026-11-21T18:59:00Z', 'Windows Hello'),
      ]
      has(first)
      await Promise.all([begin('2026-11-21T18:03:00Z'), begin('2026-11-21T18:03:00Z')])
      const mails = await told()
      expect(mails).toEqual([{ to: `${as}@family.example`, subject, text: expect.stringContaining(text) }])
      expect(mails[0]?.text).toContain(`/user/edit/${as}`)
      // Checking at each start would call the user pool too often; it is noticed at the next sign-in of any device.
      has(second, first)
      await begin('2026-11-21T18:40:00Z')
      expect(await told()).toEqual([])
      // One mail per passkey, even if a newer one was added meanwhile: that may be the user's own, and the one before an
      // attacker's.
      has(third, second, first)
      await begin('2026-11-21T19:00:10Z', '2026-11-21T19:00:00Z')
      const named = (await told()).map((mail) => /[“«]([\w ]+)[”»]/.exec(mail.text)?.[1] ?? '')
      expect(named.toSorted()).toEqual(['Security key', 'Windows Hello'])
      // A removed passkey is no risk, and an error of the user pool locks nobody out.
      has(first)
      await begin('2026-11-21T19:01:00Z', '2026-11-21T19:00:00Z')
      userPool.on(ListWebAuthnCredentialsCommand).rejects(new Error('too many'))
      await begin('2026-11-21T19:02:00Z', '2026-11-21T19:00:00Z')
      expect(await told()).toEqual([])
    },
  )

  it('report a changed address to the previous one, once, in the account’s language and at any hour', async () => {
    process.env['SUPPORT_EMAIL'] = 'help@touchline.test'
    const as = await somebody('es')
    const UserAttributes = Object.entries({ email: `${as}@new.example`, email_verified: 'true' })
    userPool
      .on(GetUserCommand)
      .resolves({ Username: as, UserAttributes: UserAttributes.map(([Name, Value]) => ({ Name, Value })) })
    await Promise.all([call(START, { as }), call(START, { as }), call(START, { as })])
    const mails = await told()
    expect(mails).toEqual([
      {
        to: `${as}@family.example`,
        subject: 'Ha cambiado la dirección de tu cuenta de Touchline',
        text: expect.stringContaining('escribe a help@touchline.test desde esta dirección'),
      },
    ])
    expect(mails[0]?.text).toContain('Recibes esto porque')
    expect(mails[0]?.text).not.toContain('new.example')
  })

  it('say whom to ask, also on a stage without a support address', async () => {
    const as = await somebody('en')
    await start(as, true, '2026-11-21T18:01:00Z')
    expect((await told())[0]?.text).toContain('contact the people who run Touchline')
  })
})
