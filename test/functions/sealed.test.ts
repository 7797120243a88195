// own: it reads the whole table
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { seal, type Sealed, sealIfClear, unseal } from '#functions/secrets/sealed.ts'
import { db, TableName } from '#functions/table/database.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { webhookSecrets } from '#functions/table/webhooks.ts'
import type { Key } from '#functions/table/writes.ts'
import { registry } from '#infra/registry.ts'
import { call } from './call.ts'
import { aClub, type Club, newPart } from './club.ts'
import { paymentNow, returnFromPage } from './money/online.ts'
import { goodToken, startPayment, submitCard } from './money/payingByFluidPay.ts'
import { wholeTable } from './wholeTable.ts'

const one = { pk: 'KEY#o1.a1', sk: 'KEY' }
const text = 'api_whoever-reads-this-charges'
const privateKey = () => `api_${newPart('k').padEnd(27, 'k')}`
const changing = (club: Club, paymentAccountId: string, fluidpayPrivateKey: string) =>
  call('POST /rest-api/fee/payment-accounts/keys', {
    as: club.user('admin'),
    body: { paymentAccountId, fluidpayPublicKey: `pub_${'n'.repeat(27)}`, fluidpayPrivateKey },
  })

/** Bypasses all types, as someone with access to the table would, or as items were written before. */
const written = (item: Key, attribute: string, value: string | undefined) =>
  db.send(
    new UpdateCommand({
      TableName,
      Key: item,
      UpdateExpression: 'SET #a = :v',
      ExpressionAttributeNames: { '#a': attribute },
      ExpressionAttributeValues: { ':v': value },
    }),
  )

/** All items as stored in the table. */
const lying = async (): Promise<string> => JSON.stringify(await wholeTable())

/** What is logged meanwhile. */
async function logged(work: () => Promise<void>): Promise<string> {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    await work()
    return said.mock.calls.flat().map(String).join('\n')
  } finally {
    said.mockRestore()
  }
}

describe('sealed credentials', () => {
  it('are decrypted for their own item, and encrypted differently each time', async () => {
    const both = [await seal(one, text), await seal(one, text)]
    expect(new Set(both).size).toBe(2)
    expect(await Promise.all(both.map((each) => unseal(one, each)))).toEqual([text, text])
    for (const each of both) expect(each).toMatch(/^sealed:[\w-]{8}:[\w-]{78}$/)
  })

  it('are not decrypted for another item or after changing one bit; the log has the error, not the secret', async () => {
    const sealed = await seal(one, text)
    const said = await logged(async () => {
      for (const other of [
        { pk: 'KEY#o2.a1', sk: 'KEY' },
        { pk: 'SIGNS#o1.a1', sk: 'SECRET' },
        { ...one, sk: 'KEYS' },
      ])
        expect(await unseal(other, sealed)).toBeUndefined()
      const [head, id, bytes = ''] = sealed.split(':')
      const raw = Buffer.from(bytes, 'base64url')
      for (let i = 0; i < raw.length; i++) {
        const altered = Buffer.from(raw)
        altered.writeUInt8(altered.readUInt8(i) ^ 1, i)
        expect(await unseal(one, `${head}:${id}:${altered.toString('base64url')}` as Sealed)).toBeUndefined()
      }
      for (const short of ['', bytes.slice(0, 16), bytes.slice(0, -4)])
        expect(await unseal(one, `${head}:${id}:${short}` as Sealed)).toBeUndefined()
    })
    expect(said).toContain('BrokenSeal\n    at ')
    for (const secret of [text, sealed]) expect(said).not.toContain(secret)
  })

  it('are rejected with busy, and logged, when sealed by an unknown key', async () => {
    const sealed = (await seal(one, text)).replace(/^sealed:.{8}/, 'sealed:AAAAAAAA') as Sealed
    const said = await logged(() => expect(unseal(one, sealed)).rejects.toThrow('busy'))
    expect(said).toContain('UnknownSeal')
  })

  it('stay unchanged when they are already sealed for the item', async () => {
    const sealed = await seal(one, text)
    expect(await sealIfClear(one, sealed)).toBe(sealed)
  })
})

it('neither payment keys nor webhook secrets are stored in plain text', async () => {
  const club = await aClub()
  const { organizationId: orgId } = club
  const as = club.user('admin')
  const paymentAccountId = `${orgId}.${newPart('a')}`
  const keys = [privateKey(), privateKey()]
  const add = {
    paymentAccountId,
    paymentProviderName: 'FLUIDPAY',
    feeInPermile: 29,
    feeInCents: 30,
    fluidpayPublicKey: `pub_${'k'.repeat(27)}`,
    fluidpayPrivateKey: keys[0],
  } as const
  expect((await call('POST /rest-api/fee/payment-accounts/create', { as, body: add })).status).toBe(200)
  expect((await changing(club, paymentAccountId, keys[1] ?? '')).status).toBe(200)
  const webhookId = 'S'.repeat(20)
  const body = { webhookId, url: 'https://webhooks.touchline.example/one', kinds: ['event' as const] }
  const make = () => call('POST /rest-api/developers/club/{orgId}/webhooks', { as, orgId, body })
  const made = [
    await make(),
    await make(),
    await call('POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/secret', { as, orgId, webhookId }),
  ]
  const secrets = [...keys, ...made.map((answer) => answer.body.secret)]
  expect(secrets.filter((secret) => secret.length > 20)).toHaveLength(5)
  const table = await lying()
  expect(table).toContain(`KEY#${paymentAccountId}`)
  expect(table).toContain(`SIGNS#${orgId}.${webhookId}`)
  expect(secrets.filter((secret) => table.includes(secret))).toEqual([])
  // The stored value is the secret, and can be decrypted.
  const kept = await webhookSecrets.get({ organizationId: orgId, webhookId }, { consistent: true })
  const item = webhookSecrets.key({ organizationId: orgId, webhookId })
  expect(kept && (await unseal(item, kept.current))).toBe(secrets[4])
})

it('exactly the functions that touch sealed items have access to the sealing keys', () => {
  const names = Object.entries(registry).flatMap(([name, { may, secrets, on }]) => {
    const touched = [...may.write, ...('token' in on ? [] : may.read)]
    const isSealing = touched.includes('KEY') || touched.includes('SIGNS')
    expect([name, secrets?.includes('seals') ?? false]).toEqual([name, isSealing])
    return isSealing ? [name] : []
  })
  expect(names.length).toBeGreaterThan(4)
})

describe('payment key', () => {
  it('stored in plain text before sealing still charges, and is sealed with the next change', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    const { paymentAccountId } = wanted
    const item = paymentKeys.key({ paymentAccountId })
    const [old, other] = [privateKey(), privateKey()]
    await written(item, 'privateKey', old)
    expect(await lying()).toContain(old)
    expect((await submitCard(payId, paymentId, goodToken())).body).toMatchObject({ state: 'paid' })
    expect((await changing(club, paymentAccountId, other)).status).toBe(200)
    const kept = await paymentKeys.get({ paymentAccountId }, { consistent: true })
    const read = [kept?.privateKey, kept?.before].map(async (value) => value && unseal(item, value))
    expect(await Promise.all(read)).toEqual([other, old])
    const table = await lying()
    expect([old, other].filter((key) => table.includes(key))).toEqual([])
  })

  it('sealed for another club charges nothing: the payer gets payments_off, and a new key fixes it', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    const theirs = await startPayment()
    const { paymentAccountId } = wanted
    const other = await paymentKeys.get({ paymentAccountId: theirs.wanted.paymentAccountId }, { consistent: true })
    await written(paymentKeys.key({ paymentAccountId }), 'privateKey', other?.privateKey)
    const said = await logged(async () => {
      const { status, refusal } = await submitCard(payId, paymentId, goodToken())
      expect([status, refusal.code]).toEqual([412, 'payments_off'])
    })
    expect(said).toContain('BrokenSeal')
    expect(said).not.toContain(other?.privateKey)
    expect((await paymentNow(paymentId))?.state).not.toBe('closed')
    expect((await changing(club, paymentAccountId, privateKey())).status).toBe(200)
    expect((await paymentAccounts.get({ paymentAccountId }, { consistent: true }))?.missing).toEqual([])
    // Six minutes later it is certain that the payment was never made.
    expect((await returnFromPage(payId, paymentId, '2026-11-21T18:40:00Z')).body.state).toBe('closed')
  })

  it('that cannot be decrypted is not kept as the previous key; payments of such a previous key stay open', async () => {
    const { club, payId, paymentId, wanted } = await startPayment()
    const { paymentAccountId } = wanted
    const item = paymentKeys.key({ paymentAccountId })
    const kept = () => paymentKeys.get({ paymentAccountId }, { consistent: true })
    const first = await opened(item, (await kept())?.privateKey)
    expect((await changing(club, paymentAccountId, privateKey())).status).toBe(200)
    await written(item, 'privateKey', `sealed:unknown:${'A'.repeat(60)}`)
    expect((await submitCard(payId, paymentId, goodToken())).body.state).not.toBe('paid')
    expect((await changing(club, paymentAccountId, privateKey())).status).toBe(200)
    expect(await opened(item, (await kept())?.before)).toBe(first)
    // What may have been charged with that key does not count as never made.
    await written(item, 'before', await seal({ pk: 'KEY#another', sk: 'KEY' }, 'api_of_another'))
    const { status, refusal } = await returnFromPage(payId, paymentId, '2026-11-21T18:40:00Z')
    expect([status, refusal.code]).toEqual([412, 'payments_off'])
    expect((await paymentNow(paymentId))?.state).not.toBe('closed')
  })
})

const opened = async (item: Parameters<typeof unseal>[0], value: Parameters<typeof unseal>[1] | undefined) =>
  value && unseal(item, value)
