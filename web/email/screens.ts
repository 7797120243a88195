import type { ScreenRecord } from '../screenRecord.ts'

export const emailScreens = {
  inbox: {
    path: '/email',
    name: 'FanEmail',
    file: 'email/InboxScreen',
    frame: 'shell',
    about: 'players',
    first: { route: 'GET /rest-api/mail/getEmails' },
  },
  email: {
    path: '/email/:emailId',
    name: 'an email',
    file: 'email/EmailScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/mail/email/{emailId}' },
  },
  teamEmail: {
    path: '/:orgId/:teamId?/email',
    name: 'TeamEmail',
    file: 'email/TeamEmailScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    can: 'canSendMessages',
  },
  clubMailDelivery: {
    path: '/:orgId/mail-delivery',
    name: 'what became of mail of a club',
    file: 'email/DeliveryScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    can: 'canSendMessages',
  },
  emailTeam: {
    path: '/email-team/:teamId',
    name: 'email a team',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  emailTeams: {
    path: '/email-teams/:orgId',
    name: 'email several teams',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
  },
  emailEvent: {
    path: '/email-event/:eventId',
    name: 'email who is invited to an event',
    file: 'email/WriteScreen',
    frame: 'dialog',
    dialog: 'page',
  },
} as const satisfies Record<string, ScreenRecord>
