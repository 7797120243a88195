import { describe, expect, it } from 'vitest'
import { deliver } from '#functions/developers/deliver.ts'
import { isPublic, publicAddressOf } from '#functions/developers/publicAddress.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'

const admin = (club: Club) => ({ as: club.user('admin'), orgId: club.organizationId })

describe('a webhook address', () => {
  it.each([
    'http://club.example/hook',
    'https://club.example:8443/hook',
    'https://ana:word@club.example/hook',
    'ftp://club.example',
    'club.example',
  ])('is rejected unless it is https at the default port: %s', async (url) => {
    const club = await aClub()
    const body = { webhookId: 'X'.repeat(20), url, kinds: ['event' as const] }
    const { refusal } = await call('POST /rest-api/developers/club/{orgId}/webhooks', { ...admin(club), body })
    expect(refusal.faults?.[0]).toMatchObject({ at: 'url', code: 'not_an_address' })
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://10.0.0.8/',
    'https://172.31.255.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
  ])('is rejected unless it is on the public internet: %s', async (url) => {
    const club = await aClub()
    const body = { webhookId: 'X'.repeat(20), url, kinds: ['event' as const] }
    const { refusal } = await call('POST /rest-api/developers/club/{orgId}/webhooks', { ...admin(club), body })
    expect(refusal.faults?.[0]).toMatchObject({ at: 'url', code: 'not_public' })
  })

  it('is checked again at each delivery, after name resolution', async () => {
    const message = { body: '{}', id: 'c', signature: '' }
    const moved =
      (...found: string[]) =>
      () =>
        Promise.resolve(found.map((address) => ({ address })))
    expect(await deliver('https://club.example/', message, moved('10.1.2.3'))).toEqual({ why: 'not_public' })
    expect(await deliver('https://club.example/', message, moved('93.184.215.14', '127.0.0.1'))).toEqual({
      why: 'not_public',
    })
    expect(await deliver('https://club.example/', message, () => Promise.reject(new Error('ENOTFOUND')))).toEqual({
      why: 'not_public',
    })
    expect(await publicAddressOf('https://club.example/', moved('93.184.215.14'))).toBe('93.184.215.14')
    // Lambda outside a VPC has no IPv6.
    const both = moved('2606:4700::1111', '93.184.215.14')
    expect(await publicAddressOf('https://club.example/', both)).toBe('93.184.215.14')
    expect(await publicAddressOf('https://club.example/', moved('2606:4700::1111'))).toBe('2606:4700::1111')
    expect(await publicAddressOf('https://club.example/', moved())).toBeUndefined()
    // A name server that never responds.
    expect(await publicAddressOf('https://club.example/', () => new Promise(() => undefined), 5)).toBeUndefined()
    expect(['8.8.8.8', '2606:4700::1111', '93.184.215.14'].map(isPublic)).toEqual([true, true, true])
    expect(['', 'club.example', '::', '255.255.255.255', '224.0.0.1', '2001:db8::1'].map(isPublic)).not.toContain(true)
  })
})
