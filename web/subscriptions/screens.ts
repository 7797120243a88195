import type { ScreenRecord } from '../screenRecord.ts'

export const subscriptionsScreens = {
  signup: {
    path: '/subscriptions/signup',
    name: 'subscription signup',
    file: 'subscriptions/SignupScreen',
    frame: 'open',
  },
  licenses: {
    path: '/:orgId?/subscriptions/licenses',
    name: 'subscription licences',
    file: 'subscriptions/LicensesScreen',
    frame: 'open',
    swap: [],
    can: 'canEditBilling',
    first: { route: 'GET /api/v1/orgOverview/{orgId}' },
  },
  select: {
    path: '/:orgId?/subscriptions/select',
    name: 'subscription select',
    file: 'subscriptions/SelectScreen',
    frame: 'open',
    swap: [],
    can: 'canEditBilling',
  },
  checkout: {
    path: '/:orgId?/subscriptions/checkout',
    name: 'subscription checkout',
    file: 'subscriptions/CheckoutScreen',
    frame: 'open',
    // Per club: an unfinished order must not be shown for another one.
    can: 'canEditBilling',
  },
  firstSteps: {
    path: '/:orgId/first-steps',
    name: 'first steps of a new organization',
    file: 'subscriptions/FirstStepsScreen',
    frame: 'shell',
    about: 'club',
    swap: [],
    // Each step requires its own right.
    can: {
      anyOf: [
        'canAddNewTeams',
        'canEditTeam',
        'canEditPlayers',
        'canEditAdministrators',
        'canEditEvents',
        'canEditBilling',
      ],
    },
    first: { route: 'GET /api/v1/orgOverview/{orgId}' },
  },
  billing: {
    path: '/:orgId/billing',
    name: 'Billing',
    file: 'subscriptions/BillingScreen',
    frame: 'shell',
    about: 'club',
    swap: [],
  },
  billingOfTeams: {
    path: '/:orgId/:teamId?/teams/subscriptions',
    name: 'billing, by the keyword of the teams screen',
    file: 'subscriptions/BillingScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
  },
} as const satisfies Record<string, ScreenRecord>
