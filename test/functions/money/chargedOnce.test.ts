import { describe, expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { aClub, newPart } from '../club.ts'
import { aClubWithFee, balancesOf, charge } from './charging.ts'

describe('charging', () => {
  it.each([{ amount: 6000 }, { dueOn: '2026-12-02' }, { name: 'Camp' }])(
    'with the same fee id but something else is rejected, and changes nothing: %j',
    async (other) => {
      const { club, feeId } = await aClubWithFee()
      const answers = [
        await charge(club, { feeId, ...other }),
        await charge(club, { feeId, players: [club.mia, club.ada], ...other }),
        await charge(club, { feeId, as: 'treasurer', players: [club.ada], ...other }),
      ]
      expect(answers.map(({ refusal }) => refusal.code)).toEqual(['fee_charged', 'fee_charged', 'fee_charged'])
      expect(await balancesOf(club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
    },
  )

  it('concurrently with two amounts charges every player the same amount', async () => {
    const club = await aClub()
    const wanted = { players: club.falconPlayers, feeId: `${club.falcons.teamId}.${newPart('d')}` }
    await Promise.all([charge(club, { ...wanted, amount: 5000 }), charge(club, { ...wanted, amount: 6000 })])
    const owed = await Promise.all(
      club.falconPlayers.map(({ playerId }) => fees.get({ playerFeeId: playerFeeOf(wanted.feeId, playerId) })),
    )
    expect(new Set(owed.map((fee) => fee?.amount)).size).toBe(1)
  })
})
