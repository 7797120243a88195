import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import ClubScreen from '#web/staff/ClubScreen.tsx'
import PromotionsScreen from '#web/staff/PromotionsScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { profile } from '../people.ts'

const server = standInServer()
const me = { 'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_SALES' as const] } }
type Seen = AnswerOf<'GET /rest-api/staff/subscription/{orgId}'>
const club: Seen = {
  club: { id: 'o1', name: 'Riverside FC', limited: false },
  licences: { given: 5, used: 3 },
  subscription: {
    id: 'sub_1',
    status: 'trialing',
    state: 'ACTIVE',
    plan: 'annual',
    teams: 5,
    trialEnd: '2026-12-22',
    periodEnd: '2026-12-22T00:00:00.000Z',
    endsAt: null,
    graceUntil: null,
    hasPromotion: true,
  },
  trialEnds: ['2027-01-01', '2027-02-01'],
  deeds: [],
}
const at = { path: '/admin/club/:orgId', at: '/admin/club/o1' }

it('extends a club’s free period with a reason', async () => {
  server.answers({
    ...me,
    'GET /rest-api/staff/subscription/{orgId}': club,
    'PUT /rest-api/staff/subscription/{orgId}/trial': { trialEnd: '2027-02-01' },
  })
  const { user } = showScreen(<ClubScreen />, at)
  await screen.findByText('Free until 12/22/2026')
  await screen.findByText('3 active teams, 5 licenses')
  await user.click(screen.getByRole('button', { name: 'Extend the free period' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend the free period?' }))
  await user.selectOptions(dialog.getByLabelText('Free until'), '02/01/2027')
  await user.type(dialog.getByLabelText(/^Reason/), 'Their season begins late.')
  await user.click(dialog.getByRole('button', { name: 'Extend the free period' }))
  await screen.findByText('Free until 02/01/2027')
  expect(server.asked('PUT /rest-api/staff/subscription/{orgId}/trial').map(({ body }) => body)).toEqual([
    { trialEnd: '2027-02-01', reason: 'Their season begins late.' },
  ])
})

it('says why there is no free period to extend, and lists earlier staff actions', async () => {
  const deed = { id: '1', when: '2026-11-21T18:00:00.000Z', about: 'o1', who: 'Stella Staff', reason: 'Asked for it.' }
  server.answers({
    ...me,
    'GET /rest-api/staff/subscription/{orgId}': {
      ...club,
      subscription: null,
      trialEnds: [],
      deeds: [{ ...deed, act: 'trial_extended', detail: '2026-12-01', isWaiting: true }],
    },
  })
  showScreen(<ClubScreen />, at)
  await screen.findByText('Has never had a subscription.')
  const button = screen.getByRole('button', { name: 'Extend the free period' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await screen.findByText('Free period extended to 12/01/2026')
  await screen.findByText('Waiting for the payment provider')
})

it('creates a promo code and ends one', async () => {
  const kickoff = { id: 'promo_1', code: 'KICKOFF20', active: true, percentOff: 20, amountOff: null } as const
  const promotion = { ...kickoff, duration: 'forever' as const, months: null, until: null, used: 3, most: null }
  server.answers({
    ...me,
    'GET /rest-api/staff/promotions': { promotions: [promotion], deeds: [] },
    'POST /rest-api/staff/promotions': promotion,
    'POST /rest-api/staff/promotions/end': {},
  })
  const { user } = showScreen(<PromotionsScreen />, { path: '/admin/promotions', at: '/admin/promotions' })
  await screen.findByText('20%')
  await user.click(screen.getByRole('button', { name: 'New code' }))
  const making = within(await screen.findByRole('dialog', { name: 'New code' }))
  await user.type(making.getByLabelText(/^Code/), 'first5')
  await user.selectOptions(making.getByLabelText('Takes off'), 'Dollars')
  await user.type(making.getByLabelText(/^Off/), '5')
  await user.selectOptions(making.getByLabelText('For'), 'Some months')
  await user.type(making.getByLabelText(/^Months/), '3')
  await user.type(making.getByLabelText(/^Reason/), 'For the spring fair.')
  await user.click(making.getByRole('button', { name: 'Create code' }))
  await screen.findByText('Code created.')
  expect(server.asked('POST /rest-api/staff/promotions').map(({ body }) => body)).toEqual([
    { code: 'FIRST5', amountOff: 500, duration: 'repeating', months: 3, reason: 'For the spring fair.' },
  ])
  // The row has room for a menu button, but not for a labeled one.
  await user.click(screen.getByRole('button', { name: 'Actions for KICKOFF20' }))
  await user.click(await screen.findByRole('menuitem', { name: 'End', hidden: true }))
  const ending = within(await screen.findByRole('dialog', { name: 'End KICKOFF20?' }))
  await user.type(ending.getByLabelText(/^Reason/), 'The fair is over.')
  await user.click(ending.getByRole('button', { name: 'End' }))
  await screen.findByText('Code ended.')
})
