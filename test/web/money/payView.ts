export const payId = 'p'.repeat(32)
/** A child's fee of $50, as the page of a payment link shows it. */
export const fee = (name: string, player: string, overrides: object = {}) => ({
  feePlayerId: `o00000000001.d${name.toLowerCase().padEnd(11, '0')}.p${player.toLowerCase().padEnd(11, '0')}`,
  name,
  player,
  dueOn: '2026-12-01',
  status: 'UNPAID' as const,
  outstandingInCents: 5000,
  absorbFees: false,
  beingPaid: null,
  paymentAccountId: null,
  ...overrides,
})
/** A club that accepts cards, and two fees. */
export const view = {
  organization: { name: 'Riverside FC', timezone: 'America/Chicago' },
  fees: [fee('Kit', 'Mia'), fee('Camp', 'Noa', { outstandingInCents: 3000, status: 'LATE' as const })],
  paid: [],
  canSave: false,
  registrationId: null,
  heldUntil: null,
  methods: [
    {
      paymentAccountId: 'o00000000001.a00000000001',
      paymentProviderName: 'STRIPE' as const,
      rate: { perMille: 39, cents: 30 },
      takesAny: true,
    },
  ],
}
