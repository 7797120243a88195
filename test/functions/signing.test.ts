import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Responses of Secrets Manager by version stage: a key version, or the error to return. */
let stages: Record<string, { id: string; value: string; madeAt?: number } | string>
let asked: { SecretId: string; VersionStage: string; authorization: string }[]
const first = { id: 'aaaaaaaa-0000', value: 'the first key' }
const second = { id: 'bbbbbbbb-0000', value: 'the second key' }
const third = { id: 'cccccccc-0000', value: 'the third key' }
const none = 'ResourceNotFoundException'

beforeEach(() => {
  stages = { AWSCURRENT: first, AWSPREVIOUS: none }
  asked = []
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  vi.stubEnv('LINKS_SECRET', 'arn:links')
  vi.stubEnv('CURSORS_SECRET', 'arn:cursors')
  vi.stubGlobal('fetch', async (_url: URL, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const wanted = JSON.parse(body) as { SecretId: string; VersionStage: string }
    asked.push({ ...wanted, authorization: headers['authorization'] ?? '' })
    const found = stages[wanted.VersionStage] ?? none
    if (typeof found === 'string') return Response.json({ __type: found }, { status: found === 'down' ? 500 : 400 })
    const CreatedDate = (found.madeAt ?? 0) / 1000
    return Response.json({ VersionId: found.id, SecretString: `${wanted.SecretId} ${found.value}`, CreatedDate })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A freshly started function. */
async function started() {
  vi.resetModules()
  return import('#functions/secrets/signing.ts')
}
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

describe('signature', () => {
  it('is valid only for the signed text and purpose', async () => {
    const { signatureOf, isSigned } = await started()
    const signature = await signatureOf('links', 'yes')
    expect(await isSigned('links', 'yes', signature)).toBe(true)
    expect(await isSigned('links', 'no', signature)).toBe(false)
    // As many characters, but more bytes.
    expect(await isSigned('links', 'yes', `${signature.slice(0, -1)}é`)).toBe(false)
    expect(await isSigned('cursors', 'yes', signature)).toBe(false)
    expect(await isSigned('links', 'yes', `bbbbbbbb${signature.slice(8)}`)).toBe(false)
    for (const altered of ['', 'aaaaaaaa', signature.slice(1), `${signature}A`, 'ü'.repeat(51)])
      expect(await isSigned('links', 'yes', altered)).toBe(false)
  })

  it('starts with the id of its key', async () => {
    const { signatureOf } = await started()
    expect(await signatureOf('links', 'yes')).toMatch(/^aaaaaaaa[\w-]{43}$/)
  })
})

describe('signing key', () => {
  it('is fetched once with a signed request, however often it is used', async () => {
    const { signatureOf } = await started()
    await Promise.all(Array.from({ length: 20 }, (_, i) => signatureOf('links', `${i}`)))
    expect(asked.map(({ VersionStage }) => VersionStage).toSorted()).toEqual(['AWSCURRENT', 'AWSPREVIOUS'])
    expect(asked[0]?.SecretId).toBe('arn:links')
    expect(asked[0]?.authorization).toContain('/secretsmanager/aws4_request')
  })

  it('stays valid after one rotation, and is invalid after the second', async () => {
    const old = await (await started()).signatureOf('links', 'yes')
    stages = { AWSCURRENT: second, AWSPREVIOUS: first }
    const changed = await started()
    expect(await changed.isSigned('links', 'yes', old)).toBe(true)
    expect(await changed.signatureOf('links', 'yes')).toMatch(/^bbbbbbbb/)
    stages = { AWSCURRENT: third, AWSPREVIOUS: second }
    expect(await (await started()).isSigned('links', 'yes', old)).toBe(false)
  })

  it('is refreshed when a signature names an unknown key, or otherwise within ten minutes', async () => {
    const { signatureOf, isSigned } = await started()
    await signatureOf('links', 'yes')
    minutes(1)
    stages = { AWSCURRENT: second, AWSPREVIOUS: first }
    const other = await (await started()).signatureOf('links', 'yes')
    expect(await signatureOf('links', 'yes')).toMatch(/^aaaaaaaa/)
    expect(await isSigned('links', 'yes', other)).toBe(true)
    expect(await signatureOf('links', 'yes')).toMatch(/^bbbbbbbb/)
    stages = { AWSCURRENT: third, AWSPREVIOUS: second }
    minutes(10)
    expect(await signatureOf('links', 'yes')).toMatch(/^cccccccc/)
  })

  it('signs only after ten minutes, when every function has learned it', async () => {
    const { signatureOf, isSigned } = await started()
    await signatureOf('links', 'yes')
    stages = { AWSCURRENT: { ...second, madeAt: Date.now() }, AWSPREVIOUS: first }
    const fresh = await started()
    for (let minute = 0; minute < 15; minute++) {
      const signature = await fresh.signatureOf('links', 'yes')
      expect(signature.slice(0, 8)).toBe(minute < 11 ? 'aaaaaaaa' : 'bbbbbbbb')
      expect([minute, await isSigned('links', 'yes', signature)]).toEqual([minute, true])
      minutes(1)
    }
  })

  it('signs at once when the previous key is as new, as after two rotations because of a leak', async () => {
    const [madeAt, ofBefore] = [Date.now(), Date.now() - 60_000]
    stages = { AWSCURRENT: { ...third, madeAt }, AWSPREVIOUS: { ...second, madeAt: ofBefore } }
    expect(await (await started()).signatureOf('links', 'yes')).toMatch(/^cccccccc/)
  })

  it('is not fetched again for made-up key ids', async () => {
    const { isSigned } = await started()
    for (let i = 10; i < 60; i++) expect(await isSigned('links', 'yes', `${i}`.repeat(26).slice(0, 51))).toBe(false)
    expect(asked).toHaveLength(2)
  })

  it('stays in use while Secrets Manager is down; a function without one answers busy', async () => {
    const { signatureOf, isSigned } = await started()
    const signature = await signatureOf('links', 'yes')
    stages = { AWSCURRENT: 'down', AWSPREVIOUS: 'down' }
    minutes(11)
    expect(await isSigned('links', 'yes', signature)).toBe(true)
    const unlucky = await started()
    await expect(unlucky.signatureOf('links', 'yes')).rejects.toThrow('busy')
    stages = { AWSCURRENT: first, AWSPREVIOUS: none }
    expect(await unlucky.signatureOf('links', 'yes')).toBe(signature)
  })

  it('causes an error when it may not be read or is not configured', async () => {
    stages = { AWSCURRENT: 'AccessDeniedException', AWSPREVIOUS: none }
    await expect((await started()).signatureOf('links', 'yes')).rejects.toThrow('AccessDeniedException')
    vi.stubEnv('LINKS_SECRET', '')
    await expect((await started()).signatureOf('links', 'yes')).rejects.toThrow('LINKS_SECRET is not set')
  })
})
