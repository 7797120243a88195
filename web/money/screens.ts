import type { ScreenRecord } from '../screenRecord.ts'

export const moneyScreens = {
  myPayments: {
    path: '/payments',
    name: 'Payments of a family',
    file: 'money/MyPaymentsScreen',
    frame: 'shell',
    about: 'players',
    first: { route: 'GET /rest-api/fee/my-fees' },
    beside: [{ route: 'GET /rest-api/fee/cards' }],
  },
  payments: {
    path: '/:orgId/:teamId?/payments',
    name: 'Payments',
    file: 'money/PaymentsScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    first: { route: 'GET /rest-api/fee/search/{orgUnitId}', query: 'fees' },
    beside: [{ route: 'GET /rest-api/fee/totals/{orgUnitId}' }],
  },
  processors: {
    path: '/:orgId/:teamId?/teams/paymentprocessors',
    name: 'payment processors',
    file: 'money/ProcessorsScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    can: 'canEditBilling',
    first: { route: 'GET /rest-api/fee/payment-accounts/{orgId}/all' },
  },
  pay: { path: '/pay/:payId', name: 'CheckoutPage', file: 'money/PayScreen', frame: 'bare' },
} as const satisfies Record<string, ScreenRecord>
