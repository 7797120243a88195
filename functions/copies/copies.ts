import type { Kind } from '../table/map.ts'

/**
 * Denormalized attributes, so that a list is one read: for each kind the attributes that copies are made `from`, and the
 * attributes of other kinds that they are copied `into`. Code that changes a source does not touch its copies: the worker gets
 * the change and updates them. If a copy is itself a source, its own copies follow from its change: a team's name is updated in
 * its events, and from there in their invites.
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
  // biome-ignore format: keeps the two identical lists on adjacent lines
  Event: {
    from: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
    into: {
      Invite: ['name', 'description', 'start', 'end', 'timezone', 'field', 'eventType', 'teamName', 'fieldLabel', 'location', 'answerBy', 'cancelled', 'cancelReason', 'deletedAt', 'archivedAt'],
    },
  },
  // `evenNew`: administrators who had no profile when they were appointed are listed under the name in the invitation. The
  // picture of a player's own account is not copied.
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
 * Copies that may have been made from an outdated source: the worker checks each new one. All others are written in a transaction
 * on the condition that the source is unchanged.
 */
export const looseCopies = [
  'Organization administrator',
  'Team administrator',
  'My conversation',
] as const satisfies readonly Kind[]
