import type { Functions } from '../registry.ts'

export const feeds = {
  feeds: {
    entry: 'functions/feeds/handler.ts',
    impact: 'Calendar apps do not get new and moved events, and nobody can make a calendar link.',
    on: { api: 'feeds' },
    may: { read: ['FEED', 'USER', 'ORG', 'TEAM', 'PLAYER'], write: ['FEED', 'USER'] },
    indexes: ['lsi1', 'gsi2'],
  },
  'feeds-changed': {
    entry: 'functions/feeds/changedHandler.ts',
    impact:
      'Calendar apps, and the month of a large club, go on showing events as they were before they were moved or called off.',
    on: {
      stream: [
        {
          kind: 'Event',
          attributes: [...feedAttributes(), 'timezone', 'answerBy'],
          tells: ['start', 'end'],
          stands: ['start', 'end'],
        },
        { kind: 'Invite', attributes: [...feedAttributes(), 'status', 'firstName'] },
        { kind: 'Team', change: ['changed'], attributes: ['archivedAt'] },
        { kind: 'Own player' },
        { kind: 'Followed player' },
        { kind: 'My team' },
        { kind: 'My organization' },
        { kind: 'Session', change: ['created', 'changed'], attributes: ['secondFactorSince'] },
      ],
    },
    may: { read: ['FEED', 'PLAYER', 'ORG', 'TEAM'], write: ['FEED', 'MONTHS'] },
    indexes: ['gsi1', 'gsi2'],
  },
  'feeds-mails': {
    entry: 'functions/feeds/mailsHandler.ts',
    impact: 'Calendar mails are not sent: events stay in phones as they were before they moved or were called off.',
    on: {
      stream: [
        { kind: 'Invite', attributes: [...feedAttributes(), 'firstName'] },
        { kind: 'Family', attributes: ['relation', 'lacks'] },
        { kind: 'Notice choices', attributes: ['chosen'] },
      ],
    },
    may: { read: ['USER', 'PLAYER'], write: ['PLAYER', 'OUTBOX'] },
    indexes: ['lsi1'],
    timeout: 60,
  },
  'feeds-reply': {
    entry: 'functions/feeds/replyHandler.ts',
    impact: 'What parents answer in their calendar apps is not taken as their answer.',
    on: { queue: true, source: 'received-mail' },
    may: { read: ['USER', 'EMAIL', 'PLAYER', 'OUTBOX'], write: ['LINK', 'PLAYER', 'OUTBOX'] },
    indexes: ['gsi2'],
  },
} as const satisfies Functions

/** The attributes of an event that calendar apps show. */
function feedAttributes() {
  const contentAttributes = [
    'name',
    'description',
    'start',
    'end',
    'field',
    'eventType',
    'teamName',
    'fieldLabel',
    'location',
  ] as const
  return [...contentAttributes, 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'] as const
}
