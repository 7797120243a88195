import type { Kind } from '../table/map.ts'

/**
 * What is repeated elsewhere, so that a list is one read: of each kind the attributes that copies are made `from`, and the
 * attributes of other kinds that they are copied `into`. Whoever changes a source leaves its copies alone: the worker hears
 * of the change and brings them up to date. Where a copy is itself a source, its own copies follow from its change: a team's
 * name is refreshed in its events, and from there in their invites.
 */
export const copies = {
  Organization: {
    from: ['name', 'sport', 'academyEnabled', 'customRegistrationEnabled', 'adminSecondFactor'],
    into: {
      'My organization': ['name', 'academyEnabled', 'customRegistrationEnabled', 'adminSecondFactor'],
      Team: ['organizationName'],
      Event: ['teamName', 'fieldLabel'],
    },
  },
  Team: {
    from: ['name', 'organizationName', 'archivedAt', 'sport', 'season', 'color'],
    into: {
      'Organization team': ['name', 'archivedAt', 'season', 'color'],
      'My team': ['name', 'organizationName'],
      Player: ['teams'],
      Event: ['teamName', 'fieldLabel', 'archivedAt'],
      Conversation: ['friendlyName', 'archivedAt'],
    },
  },
  Player: {
    from: ['firstName', 'lastName', 'teams', 'also', 'tags'],
    into: {
      'Team player': ['firstName', 'lastName', 'tags'],
      'Unassigned player': ['firstName', 'lastName'],
      'Own player': ['firstName', 'lastName', 'teams', 'also'],
      'Followed player': ['firstName', 'lastName', 'teams', 'also'],
      Invite: ['firstName', 'lastName'],
      Fee: ['firstName', 'lastName', 'playerId'],
      'Assigned task': ['firstName', 'lastName'],
    },
  },
  // biome-ignore format: the same list twice, below each other
  Event: {
    from: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
    into: {
      Invite: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
    },
  },
  // Who was appointed before they had a profile is listed by what the invitation called them. The picture of an account that is a
  // player's own is repeated nowhere.
  Profile: {
    from: ['firstName', 'lastName', 'avatarAt', 'avatarName'],
    evenNew: true,
    into: {
      'Organization administrator': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'Team administrator': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'Conversation member': ['firstName', 'lastName', 'avatarAt', 'avatarName'],
      'My conversation': ['title', 'avatarAt', 'avatarName'],
    },
  },
} as const satisfies Partial<Record<Kind, Copied>>

type Copied = { from: readonly string[]; evenNew?: true; into: Partial<Record<Kind, readonly string[]>> }
export type Source = keyof typeof copies

/**
 * Copies that may have been made of what the source has just ceased to be: the worker looks at each new one. Others are made
 * in a transaction that holds only while the source is what they repeat.
 */
export const looseCopies = [
  'Organization administrator',
  'Team administrator',
  'My conversation',
] as const satisfies readonly Kind[]
