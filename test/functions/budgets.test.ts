import { describe, expect, it } from 'vitest'
import { budgetsUsed, hashedAddress } from '#functions/table/budgets.ts'
import { update } from '#functions/table/table.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { send } from './call.ts'
import { aClub, newPart, stamp } from './club.ts'

const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
const day = '2026-11-21'

describe('daily budgets for mail and costs', () => {
  it('limit calls per person and per client address, whatever the client adds to the header', async () => {
    const club = await aClub()
    const address = `203.0.113.${Math.floor(Math.random() * 200)}`
    const invite = async (as: string, at = address, now = `${day}T18:00:00Z`) => {
      const { status, refusal } = await send(INVITE, {
        as,
        now,
        orgUnitId: club.organizationId,
        // CloudFront appends the second-to-last address; anything before it may be forged by the client.
        headers: { 'x-forwarded-for': `198.51.100.9, ${at}, 130.176.0.1` },
        body: { part: newPart('i'), email: `${newPart('e')}@club.example`, permissions: ['canEditEvents'] },
      })
      return status === 200 ? 200 : refusal.code
    }
    const admin = club.user('admin')
    const used = (who: string, count: number) =>
      update(stamp, budgetsUsed.upsert({ day, who, what: 'mail' }, { set: { day, used: count } }))

    await used(`by-${admin}`, budgets.mail.person - 2)
    const both = await Promise.all([invite(admin), invite(admin), invite(admin)])
    expect(both.filter((each) => each === 200)).toHaveLength(2)
    expect(both).toContain('out_of_budget')
    expect(await invite(admin, address, '2026-11-22T18:00:00Z')).toBe(200)

    await used(`by-${admin}`, 0)
    await used(hashedAddress(address, day), budgets.mail.address)
    expect(await invite(admin)).toBe('out_of_budget')
    expect(await invite(admin, '192.0.2.77')).toBe(200)
    // An IPv6 connection has practically unlimited addresses, so they are counted by their first half.
    await used(hashedAddress('2001:db8:7:1::', day), budgets.mail.address)
    expect(await invite(admin, '2001:0DB8:7:1:9:8:7:6')).toBe('out_of_budget')
    expect(await invite(admin, '2001:db8:7:2::6')).toBe(200)
    // Callers without the right are told so, whatever is left of the budget.
    expect(await invite(club.user('parent'))).toBe('not_allowed')
  })
})
