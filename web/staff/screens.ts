import type { ScreenRecord } from '../screenRecord.ts'

export const staffScreens = {
  admin: { path: '/admin', name: 'staff admin', file: 'staff/AdminScreen', frame: 'shell' },
  reports: { path: '/admin/reports', name: 'staff reports', redirect: '/admin/reports/stats', frame: 'shell' },
  subscriptionsReport: {
    path: '/admin/reports/organization-subscriptions',
    name: 'staff report',
    file: 'staff/SubscriptionsReportScreen',
    frame: 'shell',
  },
  clubsReport: {
    path: '/admin/reports/org-list',
    name: 'staff report',
    file: 'staff/ClubsReportScreen',
    frame: 'shell',
  },
  promotions: { path: '/admin/promotions', name: 'staff promotions', file: 'staff/PromotionsScreen', frame: 'shell' },
  staffClub: {
    path: '/admin/club/:orgId',
    name: 'what a club has bought',
    file: 'staff/ClubScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  costsReport: { path: '/admin/reports/costs', name: 'staff report', file: 'staff/CostsScreen', frame: 'shell' },
  useReport: { path: '/admin/reports/use', name: 'staff report', file: 'staff/UseScreen', frame: 'shell' },
  statsReport: { path: '/admin/reports/stats', name: 'staff report', file: 'staff/StatsScreen', frame: 'shell' },
  mailDelivery: {
    path: '/admin/mail-delivery',
    name: 'mail-delivery search',
    file: 'staff/MailsScreen',
    frame: 'shell',
  },
  supportInbox: { path: '/admin/support', name: 'questions to staff', file: 'staff/SupportScreen', frame: 'shell' },
  supportThread: {
    path: '/admin/support/:threadId',
    name: 'a question to staff',
    file: 'staff/SupportThreadScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  users: { path: '/user/index', name: 'staff users', file: 'staff/UsersScreen', frame: 'shell' },
  user: { path: '/admin/user/:userId', name: 'an account', file: 'staff/UserScreen', frame: 'dialog', dialog: 'page' },
  healthcheck: { path: '/healthcheck', name: 'health check', file: 'staff/HealthcheckScreen', frame: 'open' },
  healthreview: { path: '/healthreview', name: 'health review', file: 'staff/HealthReviewScreen', frame: 'shell' },
} as const satisfies Record<string, ScreenRecord>
