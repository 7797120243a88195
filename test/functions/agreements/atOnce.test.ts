import { afterEach, describe, expect, it, vi } from 'vitest'
import { agreementCounts, agreements } from '#functions/table/agreements.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'

/** The limit of agreements per club under the worst races; and with its guard removed, these checks detect it. */
afterEach(() => {
  vi.restoreAllMocks()
})

const ask = ({ organizationId: orgId, user }: Club, part = newPart('w')) =>
  call('POST /rest-api/agreements/club/{orgId}', {
    as: user('admin'),
    orgId,
    body: { part, title: 'Conduct', text: 'We play fair.' },
  })
const archive = ({ user }: Club, agreementId: string, archived: boolean) =>
  call('PUT /rest-api/agreements/agreement/{agreementId}/archived', {
    as: user('admin'),
    agreementId,
    body: { archived },
  })
const asked = async ({ organizationId }: Club) =>
  (await agreements.of(organizationId, { consistent: true })).filter(({ archived }) => !archived).length

/** A club that asks for nineteen agreements, and has archived one. */
async function almostAll() {
  const club = await aClub()
  const { id } = (await ask(club)).body
  for (let i = 0; i < 19; i++) await ask(club)
  await archive(club, id, true)
  return { club, id }
}
/** The write is no longer conditional on the limit. */
const unguarded = () =>
  vi
    .spyOn(agreementCounts, 'save')
    .mockImplementation((_, row) => agreementCounts.upsert(row, { set: { asked: row.asked } }))

type Said = Pick<Awaited<ReturnType<typeof ask>>, 'status' | 'refusal'>

describe('the limit of twenty agreements', () => {
  const both = async (club: Club, other: () => Promise<unknown>, one: () => Promise<Said>) => {
    const { status, refusal } = await interleave('TransactWriteCommand', other, one)
    return { said: status === 200 ? 'asked' : refusal.code, count: await asked(club) }
  }
  const refused = { said: 'too_many_agreements', count: 20 }

  it('holds when agreements are created or restored concurrently', async () => {
    const { club, id } = await almostAll()
    expect(
      await both(
        club,
        () => ask(club),
        () => ask(club),
      ),
    ).toEqual(refused)
    const last = (await agreements.of(club.organizationId, { consistent: true })).find((row) => row.agreementId !== id)
    await archive(club, last?.agreementId ?? '', true)
    expect(
      await both(
        club,
        () => archive(club, id, false),
        () => ask(club),
      ),
    ).toEqual(refused)
    await archive(club, id, true)
    expect(
      await both(
        club,
        () => ask(club),
        () => archive(club, id, false),
      ),
    ).toEqual(refused)
  })

  it('fails without the guard on the count', async () => {
    const { club, id } = await almostAll()
    unguarded()
    expect(
      (
        await both(
          club,
          () => ask(club),
          () => archive(club, id, false),
        )
      ).count,
    ).toBe(21)
  })

  it('counts an agreement sent again after a lost response once', async () => {
    const { club } = await almostAll()
    const part = newPart('w')
    expect([(await ask(club, part)).status, (await ask(club, part)).status, await asked(club)]).toEqual([200, 200, 20])
  })
})
