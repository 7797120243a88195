import { audited, auditedChanges } from '#shared/rules/audit.ts'
import type { ChangeFilter, Functions } from '../registry.ts'
import type { Kind } from '../table/map.ts'

function watchedChanges(kind: keyof typeof audited): Pick<ChangeFilter, 'change' | 'attributes'> {
  const { created = true, changed } = auditedChanges[kind] ?? {}
  return {
    change: created ? ['created', 'changed'] : ['changed'],
    ...(changed && { attributes: changed }),
  }
}

export const audit = {
  audit: {
    entry: 'functions/audit/handler.ts',
    impact: 'Clubs cannot look up who changed what. It is written down all the same.',
    on: { api: 'audit' },
    may: { read: ['USER', 'TEAM', 'PLAYER', 'AUDIT'], write: ['AUDIT'] },
    indexes: ['lsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'audit-write': {
    entry: 'functions/audit/writeHandler.ts',
    impact: 'Who changed what is not written down while it fails; what waits in its queue is written later.',
    on: {
      stream: [
        ...Object.entries(audited).map(
          // Of what is gone only the removal says who took it away.
          ([kind, tells]): ChangeFilter => ({
            kind: kind as Kind,
            ...watchedChanges(kind as keyof typeof audited),
            tells,
          }),
        ),
        // Every invited player has one; only answers are logged.
        { kind: 'Invite', change: ['changed'], attributes: ['status', 'note'], tells: ['status'] },
        { kind: 'Agreed', change: ['created', 'changed'], attributes: ['askedAt'], tells: ['askedAt'] },
        // Everyone uploads files; only files removed as harmful are logged.
        {
          kind: 'File',
          change: ['changed'],
          attributes: ['state'],
          where: { attribute: 'state', value: 'harmful' },
          tells: ['state'],
        },
        { kind: 'Removal', change: ['created'], tells: ['of'] },
      ],
      maxReceiveCount: 20,
    },
    may: { read: [], write: ['AUDIT'] },
  },
} satisfies Functions
